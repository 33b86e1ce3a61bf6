#include <stdio.h>

int main(void)
{
  int a[6] = {1, 1, 1, 1, 1, 1};
#pragma omp target map(tofrom: a[2:])
  for (int i = 2; i < 6; i++)
    a[i] = i;
  puts(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[5] == 5 ? "ok" : "a[2:]");
  return 0;
}
