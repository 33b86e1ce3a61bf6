int f(int r)
{
#pragma omp taskgroup task_reduction(+: r)
  {
#pragma omp parallel masked taskloop in_reduction(+: r)
    for (int i = 0; i < 64; i++) r++;
#pragma omp parallel master taskloop simd in_reduction(+: r)
    for (int i = 0; i < 64; i++) r++;
  }
  return r;
}
int main(void) { return 0; }
