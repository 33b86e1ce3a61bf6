#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int *p = malloc(10 * sizeof *p), r = 0;
  for (int i = 0; i < 10; i++)
    p[i] = i;
#pragma omp target data map(tofrom: p[0:10])
  {
    int *q = p + 3; /* q is firstprivate and becomes the device's address of p[3] */
#pragma omp target map(from: r)
    {
      r = *q + p[9];
      *q = 100;
    }
  }
  puts(r == 12 && p[3] == 100 ? "ok" : "a pointer into mapped storage");
  free(p);
  return 0;
}
