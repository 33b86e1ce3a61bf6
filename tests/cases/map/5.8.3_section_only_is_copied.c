// only: device
#include <stdio.h>

int main(void)
{
  int a[10] = {0};
#pragma omp target data map(tofrom: a)
  {
    a[2] = 5; /* the host's, after the copy in */
#pragma omp target map(always, to: a[2:1])
    a[2] += 1;
    a[2] = 0;
  }
  puts(a[2] == 6 ? "ok" : "always on a section");
  return 0;
}
