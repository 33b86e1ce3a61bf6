#pragma omp declare target
int v;
int get(int x)
{
  if (x) return v;
#pragma omp target
  v++;
  return -1;
}
#pragma omp end declare target
#pragma omp declare simd
int f(int x)
{
  if (x > 100) {
#pragma omp parallel
    x++;
  }
  return x;
}
#pragma omp assumes ext_of_a_vendor(loop, 3)
int main(void)
{
#pragma omp assume no_openmp ext_other
  f(2);
  return 0;
}
