int f(int x)
{
#pragma omp assumes no_openmp
  return x;
}
