// gcc: no (gcc-12 overflows in the iteration count)
#include <limits.h>
#include <stdio.h>

int main(void)
{
  int n = 0, m = 0;
#pragma omp target teams distribute parallel for reduction(+: n) map(tofrom: n)
  for (int i = INT_MAX - 10; i < INT_MAX; i += 3)
    n++;
#pragma omp target teams distribute parallel for reduction(+: m) map(tofrom: m)
  for (int i = INT_MIN + 10; i > INT_MIN; i -= 4)
    m++;
  puts(n == 4 && m == 3 ? "ok" : "loops near the limits of int");
  return 0;
}
