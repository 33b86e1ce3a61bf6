#include <stdio.h>

#pragma omp declare target
#pragma omp declare simd uniform(a) linear(i: 1) notinbranch simdlen(4)
static float twice(const float *a, int i) { return 2 * a[i]; }
#pragma omp declare simd inbranch
static float neg(float x) { return -x; }
#pragma omp end declare target

int main(void)
{
  float a[32], b[32];
  for (int i = 0; i < 32; i++)
    a[i] = i;
#pragma omp target map(to: a) map(from: b)
#pragma omp simd
  for (int i = 0; i < 32; i++) {
    b[i] = twice(a, i);
    if (i & 1)
      b[i] = neg(b[i]);
  }
  int bad = 0;
  for (int i = 0; i < 32; i++)
    bad += b[i] != (i & 1 ? -2.0f * i : 2.0f * i);
  puts(bad == 0 ? "ok" : "declare simd");
  return 0;
}
