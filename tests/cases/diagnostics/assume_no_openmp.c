int f(int x)
{
#pragma omp assume no_openmp
  {
#pragma omp parallel num_threads(2)
    x++;
  }
  return x;
}
