#include <stdio.h>

int main(void)
{
  float a[64] __attribute__((aligned(64))), b[64] __attribute__((aligned(64))), t = 0, last = 0;
  int on = 1, m[4][8];
  for (int i = 0; i < 64; i++)
    b[i] = i;
#pragma omp target map(from: a, m) map(to: b) map(tofrom: last)
  {
#pragma omp simd aligned(a, b: 64) private(t) if(on) nontemporal(a)
    for (int i = 0; i < 64; i++) {
      t = b[i] * 2;
      a[i] = t + 1;
    }
#pragma omp simd collapse(2)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 8; j++)
        m[i][j] = i * 8 + j;
#pragma omp simd order(concurrent)
    for (int i = 0; i < 64; i++)
      a[i] += 1;
#pragma omp simd lastprivate(last) if(simd: !on)
    for (int i = 0; i < 64; i++)
      last = b[i];
  }
  int bad = last != 63;
  for (int i = 0; i < 64; i++)
    bad += a[i] != 2.0f * i + 2;
  for (int i = 0; i < 32; i++)
    bad += m[i / 8][i % 8] != i;
  puts(bad == 0 ? "ok" : "clauses of simd");
  return 0;
}
