#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4};
#pragma omp target
  for (int i = 0; i < 4; i++)
    a[i] *= 10;
  puts(a[0] == 10 && a[3] == 40 ? "ok" : "an array is implicitly tofrom");
  return 0;
}
