// only: device
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4};
#pragma omp target map(to: a)
  for (int i = 0; i < 4; i++)
    a[i] = -1;
  puts(a[0] == 1 && a[3] == 4 ? "ok" : "to copies back");
  return 0;
}
