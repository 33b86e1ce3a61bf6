#include <stdio.h>
int main(void)
{
  double a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = 1;
#pragma omp target teams distribute parallel for map(from: a, b)
  for (int i = 0; i < 100; i++) {
    a[i] += i;
    b[i] = 2 * b[i];
  }
  printf("%g %g\n", a[0], b[0]);
}
