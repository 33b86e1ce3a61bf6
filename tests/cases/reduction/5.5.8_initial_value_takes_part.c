#include <stdio.h>

int main(void)
{
  int s = 1000, m = 3;
  double lo = -5;
#pragma omp target teams distribute parallel for reduction(+: s) reduction(*: m) reduction(min: lo) map(tofrom: s, m, lo)
  for (int i = 0; i < 4; i++) {
    s += 1;
    m *= 2;
    if (i < lo)
      lo = i;
  }
  puts(s == 1004 && m == 48 && lo == -5 ? "ok" : "the original's value");
  return 0;
}
