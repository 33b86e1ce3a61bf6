#include <stdio.h>

int main(void)
{
  int a[3] = {1, 2, 3};
#pragma omp target map(a)
  for (int i = 0; i < 3; i++)
    a[i] *= 2;
  puts(a[0] == 2 && a[1] == 4 && a[2] == 6 ? "ok" : "map without a type is not tofrom");
  return 0;
}
