/* A step that leads away from the bound: an error where an iteration may be executed. */
void f(int *a, int n)
{
#pragma omp parallel for
  for (int i = 0; i > 0; i++)
    a[0] = 1;
#pragma omp parallel for
  for (int i = 0; i > -1; i++)
    a[1] = 1;
#pragma omp parallel for
  for (int i = n; i > 10; i++)
    a[2] = 1;
}
