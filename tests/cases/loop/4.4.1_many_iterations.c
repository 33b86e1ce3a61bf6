#include <stdio.h>

int main(void)
{
  long long s = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(tofrom: s)
  for (long long i = 0; i < 30000000LL; i++)
    s += i & 1;
  puts(s == 15000000 ? "ok" : "thirty million iterations");
  return 0;
}
