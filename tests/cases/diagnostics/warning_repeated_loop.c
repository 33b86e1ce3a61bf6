#include <math.h>
void f(int n, double *a)
{
#pragma omp target teams map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = sqrt(a[i]);
#pragma omp target parallel map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = 2 * i;
#pragma omp target map(tofrom: a[0:n])
#pragma omp teams
  for (int i = 0; i < n; i++)
    a[i] = i;
}
