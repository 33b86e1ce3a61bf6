#include <stdio.h>

struct s { int n; int v[4]; };

int main(void)
{
  struct s a[3] = {{1, {1, 2, 3, 4}}, {2, {5, 6, 7, 8}}, {3, {9, 10, 11, 12}}};
  int k = 1;
#pragma omp target map(tofrom: a[k].v[1:2])
  {
    a[k].v[1] = 60;
    a[k].v[2] = 70;
  }
  puts(a[1].v[0] == 5 && a[1].v[1] == 60 && a[1].v[2] == 70 && a[1].v[3] == 8 && a[1].n == 2 ? "ok" : "a[k].v[1:2]");
  return 0;
}
