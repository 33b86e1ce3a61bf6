void f(int *a)
{
#pragma omp for
#pragma omp unroll full
  for (int i = 0; i < 8; i++)
    a[i]++;
}
