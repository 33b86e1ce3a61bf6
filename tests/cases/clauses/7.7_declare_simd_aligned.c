// A vector version may rely on the alignment of what a parameter points to (5.2 §7.7).
#include <stdio.h>

#pragma omp declare target
#pragma omp declare simd aligned(p: 16) uniform(p) linear(i)
static float get(const float *p, int i) { return p[i] + 1; }
#pragma omp end declare target

int main(void)
{
  _Alignas(64) float a[64];
  float s = 0;
  for (int i = 0; i < 64; i++)
    a[i] = i;
#pragma omp target parallel for simd map(to: a) reduction(+: s)
  for (int i = 0; i < 64; i++)
    s += get(a, i);
  puts(s == 2080 ? "ok" : "wrong");
  return 0;
}
