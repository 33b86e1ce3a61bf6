#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, total = 0;
#pragma omp target data map(tofrom: a)
  {
    int local[4] = {10, 20, 30, 40};
#pragma omp target map(to: local)
    for (int i = 0; i < 4; i++)
      a[i] += local[i];
    total = local[3];
  }
  puts(a[0] == 11 && a[3] == 44 && total == 40 ? "ok" : "declarations in target data");
  return 0;
}
