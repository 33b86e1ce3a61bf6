#include <stdio.h>

struct s { int n, *p; };

int main(void)
{
  /* the pointee is listed before the structure that holds the pointer */
  int x[4] = {1, 2, 3, 4};
  struct s v = {4, x};
  int sum = 0;
#pragma omp target map(tofrom: v.p[0:4]) map(to: v) map(tofrom: sum)
  for (int i = 0; i < v.n; i++)
    sum += v.p[i];
  puts(sum == 10 ? "ok" : "order of list items");
  return 0;
}
