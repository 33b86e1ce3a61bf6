#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, k = 2;
#pragma omp target map(tofrom: a[k])
  a[2] += 10;
  puts(a[2] == 13 && a[3] == 4 ? "ok" : "an element as list item");
  return 0;
}
