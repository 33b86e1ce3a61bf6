#include <stdio.h>

int main(void)
{
  long long s = 0;
  unsigned long long m = ~0ull;
#pragma omp target teams distribute parallel for map(tofrom: s, m)
  for (int i = 0; i < 64; i++) {
#pragma omp atomic
    s += 1LL << 40;
#pragma omp atomic
    m &= ~(1ull << i);
  }
  puts(s == 64LL << 40 && m == 0 ? "ok" : "64-bit atomics");
  return 0;
}
