#include <complex.h>
#include <stdbool.h>
#include <stdio.h>

int main(void)
{
  double complex z[2] = {1 + 2 * I, 3 - I};
  bool b[3] = {true, false, true};
#pragma omp target map(tofrom: z, b)
  {
    z[0] = z[0] * z[1];
    b[1] = b[0] && b[2];
  }
  puts(creal(z[0]) == 5 && cimag(z[0]) == 5 && b[1] ? "ok" : "complex and bool");
  return 0;
}
