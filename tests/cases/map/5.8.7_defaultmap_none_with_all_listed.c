#include <stdio.h>

int main(void)
{
  int a[2] = {1, 2}, i = 3;
#pragma omp target defaultmap(none: scalar) defaultmap(none: aggregate) map(tofrom: a) firstprivate(i)
  a[0] = i;
  puts(a[0] == 3 ? "ok" : "defaultmap(none)");
  return 0;
}
