#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, *p = a;
#pragma omp target defaultmap(none: pointer) map(tofrom: p[0:4])
  p[0] = 9;
  puts(a[0] == 9 ? "ok" : "defaultmap(none: pointer)");
  return 0;
}
