// flags: -latomic
#include <complex.h>
#include <stdio.h>

int main(void)
{
  double complex z = 1;
#pragma omp target teams distribute parallel for reduction(+: z) map(tofrom: z)
  for (int i = 0; i < 100; i++)
    z += i + 2 * I;
  puts(creal(z) == 4951 && cimag(z) == 200 ? "ok" : "a complex sum");
  return 0;
}
