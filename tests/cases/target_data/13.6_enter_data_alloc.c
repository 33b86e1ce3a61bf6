#include <stdio.h>

int main(void)
{
  int a[4] = {0}, s = 0;
#pragma omp target enter data map(alloc: a)
#pragma omp target
  for (int i = 0; i < 4; i++)
    a[i] = i + 1;
#pragma omp target map(tofrom: s)
  s = a[0] + a[1] + a[2] + a[3];
#pragma omp target exit data map(from: a)
  puts(s == 10 && a[3] == 4 ? "ok" : "enter data alloc");
  return 0;
}
