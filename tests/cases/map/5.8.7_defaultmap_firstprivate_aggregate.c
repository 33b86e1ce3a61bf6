#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, r = 0;
#pragma omp target defaultmap(firstprivate: aggregate) map(from: r)
  {
    a[0] = 50;
    r = a[0] + a[3];
  }
  puts(r == 54 && a[0] == 1 ? "ok" : "defaultmap(firstprivate: aggregate)");
  return 0;
}
