// map(from:) does not copy to the device: y is read before it is written.
#include <stdio.h>
#include <stdlib.h>

#ifdef MISTAKE
#define TYPE from
#else
#define TYPE tofrom
#endif

int main(void) {
  int n = 1000;
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  for (int i = 0; i < n; i++)
    x[i] = i, y[i] = 1;
#pragma omp target map(to: x[0:n]) map(TYPE: y[0:n])
  for (int i = 0; i < n; i++)
    y[i] += 2 * x[i];
  puts(y[10] == 21 ? "ok" : "wrong");
  free(x);
  free(y);
  return 0;
}
