// only: device
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, r = 0;
#pragma omp target defaultmap(alloc: aggregate) map(from: r)
  {
    a[1] = 6;
    r = a[1];
  }
  puts(r == 6 && a[1] == 2 ? "ok" : "defaultmap(alloc: aggregate)");
  return 0;
}
