#include <stdio.h>

int main(void)
{
  long long s = 0, t = 0;
#pragma omp target teams distribute parallel for reduction(+: s, t) map(tofrom: s, t)
  for (unsigned i = 4294967290u; i < 4294967295u; i++) {
    s += i;
    t += 1;
  }
#pragma omp target teams distribute parallel for reduction(+: s, t) map(tofrom: s, t)
  for (long long i = 1LL << 40; i < (1LL << 40) + 4; i++) {
    s += i;
    t += 1;
  }
  puts(t == 9 && s == 5 * 4294967292LL + 4 * (1LL << 40) + 6 ? "ok" : "wide loop variables");
  return 0;
}
