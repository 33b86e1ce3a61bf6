void f(int *a)
{
#pragma omp unroll full partial(2)
  for (int i = 0; i < 8; i++)
    a[i]++;
}
