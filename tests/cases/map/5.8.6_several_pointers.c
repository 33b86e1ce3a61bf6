#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int *p[3], r = 0;
  int *a = malloc(16), *b = malloc(16), *c = malloc(16);
  p[0] = a, p[1] = b, p[2] = c;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 4; i++)
      p[k][i] = k * 4 + i;
#pragma omp target enter data map(to: a[0:4], b[0:4], c[0:4])
#pragma omp target map(from: r)
  {
    r = a[3] + b[3] + c[3];
    a[0] = b[0] = c[0] = 99;
  }
#pragma omp target exit data map(from: a[0:4], b[0:4], c[0:4])
  puts(r == 21 && a[0] == 99 && c[0] == 99 && b[1] == 5 ? "ok" : "several pointers");
  return 0;
}
