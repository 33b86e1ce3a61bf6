int f(int x)
{
#pragma omp assume no_openmp no_openmp
  x++;
  return x;
}
