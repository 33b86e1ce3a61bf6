void f(int *x)
{
#pragma omp assume absent(target) absent(atomic, target)
  (*x)++;
}
