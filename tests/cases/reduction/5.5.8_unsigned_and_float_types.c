#include <stdio.h>

int main(void)
{
  unsigned char c = 1;
  short s = 2;
  unsigned long long u = 3;
  float f = 0.5f;
#pragma omp target teams distribute parallel for reduction(+: c, s, u, f) map(tofrom: c, s, u, f)
  for (int i = 0; i < 64; i++) {
    c += 1;
    s += 2;
    u += 1ull << 33;
    f += 0.25f;
  }
  puts(c == 65 && s == 130 && u == 3 + (64ull << 33) && f == 16.5f ? "ok" : "types");
  return 0;
}
