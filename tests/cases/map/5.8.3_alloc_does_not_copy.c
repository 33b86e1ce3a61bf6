// only: device
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, got = 0;
#pragma omp target map(alloc: a) map(from: got)
  {
    for (int i = 0; i < 4; i++)
      a[i] = 10;
    got = a[0] + a[3];
  }
  puts(got == 20 && a[0] == 1 && a[3] == 4 ? "ok" : "alloc copies");
  return 0;
}
