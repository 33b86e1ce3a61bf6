#include <stdlib.h>

int f(void)
{
  int a[40], *p = malloc(40 * sizeof *p), *q = malloc(40 * sizeof *q);
#pragma omp target map(to: a[0:10]) map(tofrom: a[20:10])
  for (int i = 0; i < 10; i++)
    a[i + 20] = a[i];
#pragma omp target enter data map(to: p[0:10], p[0:10], p[10:10])
#pragma omp target data map(tofrom: q[0:40])
#pragma omp target map(to: q[0:10]) map(from: q[20:10]) // no warning: they are on the device
  for (int i = 0; i < 10; i++)
    q[i + 20] = q[i];
  return a[20] + q[20];
}
