#include <stdlib.h>

double count(int items, int changes)
{
  enum { SIZE = 64 };
  double *a = calloc(items, sizeof(double)), *b = malloc(sizeof *b * SIZE), r = 0;
  changes += items;
  float *c = malloc(changes * sizeof(float));
#pragma omp target map(tofrom: r)
  r += a[0];
#pragma omp target map(tofrom: r, b)
  r += b[0];
#pragma omp target map(tofrom: r)
  r += c[0];
  free(a), free(b), free(c);
  return r;
}
