/* A wrong argument is an error where control may reach it, behind a label too. */
void f(int *a, int n)
{
  if (0) {
#pragma omp parallel num_threads(-4)
    a[0] = 1;
  }
  while (0)
#pragma omp target device(-6)
    ;
  if (n)
    goto out;
  return;
#pragma omp task priority(-1)
  a[0] = 2;
out:;
#pragma omp parallel num_threads(0)
  a[0] = 3;
}
