#include <stdio.h>

int main(void)
{
  long s = 5;
#pragma omp target teams distribute parallel for reduction(+: s)
  for (int i = 1; i <= 10000; i++)
    s += i;
  puts(s == 50005005 ? "ok" : "sum");
  return 0;
}
