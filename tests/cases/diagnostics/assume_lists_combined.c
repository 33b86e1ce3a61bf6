void f(int *x)
{
#pragma omp assume absent(parallel for)
  (*x)++;
}
