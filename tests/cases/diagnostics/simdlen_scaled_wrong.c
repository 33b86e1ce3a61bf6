// flags: -fopenmp-version=61
// OpenMP 6.1: the modifier of simdlen and its number.
void f(int n, int *a)
{
#pragma omp simd simdlen(scale : 4)
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp simd simdlen(scaled : n)
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp simd simdlen(scaled : 0)
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp simd simdlen(scaled, scaled : 4)
  for (int i = 0; i < n; i++)
    a[i] = i;
}
