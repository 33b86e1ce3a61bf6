// Storage of a team that a switch or a goto leads past the declaration of: arguments of
// variadic calls in cases, arrays in blocks that are entered in their middle.
#include <stdarg.h>
#include <stdio.h>
#pragma omp begin declare target
static int same(int x) { return x; }
static int (*volatile through)(int) = same; // which may have parallel regions
static long sum(int n, ...)
{
  va_list ap;
  va_start(ap, n);
  long s = 0;
  while (n-- > 0) s = s * 10 + through(va_arg(ap, int));
  va_end(ap);
  return s;
}
static int at(int *a, int i) { return through(a[i]) + (i > 0 ? at(a, i - 1) : 0); }
static long all(int k)
{
  long r = 0;
  switch (k) {
  case 0: r = sum(1, 5); break;
  case 1: r = sum(2, 5, 6); break;
  case 2: r = sum(3, 5, 6, 7); break;
  default:
    if (k == 4) goto inside;
    {
      int a[4];
      a[3] = 100;
      if (0) {
inside:
        a[3] = 200;
      }
      a[0] = 1, a[1] = 2, a[2] = 3;
      r = at(a, 3);
    }
  }
  return r + (k > 1 ? all(k - 2) : 0);
}
#pragma omp end declare target
int main(void)
{
  long r[6] = {0};
  for (int k = 0; k < 6; k++) {
#pragma omp target map(tofrom: r)
    r[k] = all(k);
  }
  for (int k = 0; k < 6; k++)
    printf("%ld ", r[k]);
  printf("\n");
  return 0;
}
