#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target teams num_teams(6) reduction(+: n) map(tofrom: n)
  n += 1;
  puts(n >= 1 && n <= 6 ? "ok" : "reduction over the teams");
  return 0;
}
