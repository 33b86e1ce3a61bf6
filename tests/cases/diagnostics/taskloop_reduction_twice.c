int main(void) {
  int s = 0;
#pragma omp taskgroup task_reduction(+: s)
#pragma omp taskloop reduction(+: s) in_reduction(+: s)
  for (int i = 0; i < 4; i++)
    s += i;
}
