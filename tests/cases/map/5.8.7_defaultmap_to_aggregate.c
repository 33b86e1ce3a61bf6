// only: device
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, r = 0;
#pragma omp target defaultmap(to: aggregate) map(from: r)
  {
    r = a[3];
    a[3] = 0;
  }
  puts(r == 4 && a[3] == 4 ? "ok" : "defaultmap(to: aggregate)");
  return 0;
}
