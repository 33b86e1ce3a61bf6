void f(int *x)
{
#pragma omp assume contains(declare target)
  (*x)++;
}
