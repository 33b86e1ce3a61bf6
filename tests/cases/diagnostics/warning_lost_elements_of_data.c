#include <stdio.h>
int main(void)
{
  double a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = i;
#pragma omp target enter data map(to: a)
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 100; i++)
    a[i] *= 2;
#pragma omp target exit data map(release: a)
#pragma omp target data map(to: b)
#pragma omp target teams distribute parallel for
  for (int i = 0; i < 100; i++)
    b[i] *= 2;
  printf("%g %g\n", a[3], b[3]);
}
