#include <stdio.h>
#include <stdlib.h>

struct vec { int n; double *data; };

int main(void)
{
  struct vec v = {5, malloc(5 * sizeof(double))};
  double *before = v.data;
  for (int i = 0; i < 5; i++)
    v.data[i] = i;
#pragma omp target map(to: v) map(tofrom: v.data[0:v.n])
  for (int i = 0; i < v.n; i++)
    v.data[i] *= 2;
  int bad = v.data != before;
  for (int i = 0; i < 5; i++)
    bad += v.data[i] != 2 * i;
  puts(bad == 0 ? "ok" : "member pointer is not attached");
  free(before);
  return 0;
}
