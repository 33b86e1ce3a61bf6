#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, *p = a, same = 0;
#pragma omp target defaultmap(firstprivate: pointer) map(from: same)
  same = p != 0;
  puts(same && p == a ? "ok" : "defaultmap(firstprivate: pointer)");
  return 0;
}
