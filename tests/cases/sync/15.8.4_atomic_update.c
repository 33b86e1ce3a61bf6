// amd: each
#include <stdio.h>

int main(void)
{
  int i = 0;
  long l = 0;
  unsigned u = 0;
  float f = 0;
  double d = 0;
#pragma omp target teams distribute parallel for map(tofrom: i, l, u, f, d)
  for (int k = 0; k < 1000; k++) {
#pragma omp atomic
    i++;
#pragma omp atomic update
    l += k;
#pragma omp atomic
    u ^= k;
#pragma omp atomic
    f += 0.5f;
#pragma omp atomic
    d = d + 2.0;
  }
  unsigned w = 0;
  for (int k = 0; k < 1000; k++)
    w ^= k;
  puts(i == 1000 && l == 499500 && u == w && f == 500 && d == 2000 ? "ok" : "atomic update");
  return 0;
}
