// only: device
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, seen = 0;
#pragma omp target data map(alloc: a)
  {
#pragma omp target update to(a)
#pragma omp target map(tofrom: seen)
    {
      seen = a[3];
      a[3] = 40;
    }
#pragma omp target update from(a)
    if (a[3] != 40)
      seen = -1;
    a[3] = 0;
  }
  puts(seen == 4 && a[3] == 0 ? "ok" : "update");
  return 0;
}
