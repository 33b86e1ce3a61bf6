void f(int *x)
{
#pragma omp assume absent(barier)
  (*x)++;
}
