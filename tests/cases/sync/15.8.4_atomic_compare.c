#include <stdio.h>

int main(void)
{
  int lo = 1000, hi = -1000;
#pragma omp target teams distribute parallel for map(tofrom: lo, hi)
  for (int i = 0; i < 200; i++) {
    int v = (i * 71) % 199 - 50;
#pragma omp atomic compare
    if (v < lo) { lo = v; }
#pragma omp atomic compare
    if (v > hi) { hi = v; }
  }
  puts(lo == -50 && hi == 148 ? "ok" : "atomic compare");
  return 0;
}
