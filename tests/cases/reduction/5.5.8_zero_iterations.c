#include <stdio.h>

int main(void)
{
  int s = 7, n = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(tofrom: s)
  for (int i = 0; i < n; i++)
    s += 100;
  puts(s == 7 ? "ok" : "a loop without iterations");
  return 0;
}
