#include <stdio.h>

int main(void)
{
  int a[10];
#pragma omp target map(from: a)
#pragma omp parallel for
  for (int *p = a; p < a + 10; p++)
    *p = (int)(p - a) * 4;
  puts(a[0] == 0 && a[9] == 36 ? "ok" : "a loop over a pointer");
  return 0;
}
