#include <stdio.h>

int main(void)
{
  int lo = 1000, hi = -1000;
  double dlo = 1e9, dhi = -1e9;
#pragma omp target teams distribute parallel for reduction(min: lo, dlo) reduction(max: hi, dhi) map(tofrom: lo, hi, dlo, dhi)
  for (int i = 0; i < 500; i++) {
    int v = (i * 37) % 501 - 250;
    if (v < lo) lo = v;
    if (v > hi) hi = v;
    if (v * 0.5 < dlo) dlo = v * 0.5;
    if (v * 0.5 > dhi) dhi = v * 0.5;
  }
  int wlo = 1000, whi = -1000;
  for (int i = 0; i < 500; i++) {
    int v = (i * 37) % 501 - 250;
    if (v < wlo) wlo = v;
    if (v > whi) whi = v;
  }
  puts(lo == wlo && hi == whi && dlo == wlo * 0.5 && dhi == whi * 0.5 ? "ok" : "min max");
  return 0;
}
