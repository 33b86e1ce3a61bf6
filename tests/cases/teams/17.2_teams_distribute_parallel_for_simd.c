#include <stdio.h>

int main(void)
{
  float a[1024], b[1024];
  for (int i = 0; i < 1024; i++)
    b[i] = i;
#pragma omp target teams distribute parallel for simd map(from: a) map(to: b) simdlen(4)
  for (int i = 0; i < 1024; i++)
    a[i] = 2 * b[i] + 1;
  int bad = 0;
  for (int i = 0; i < 1024; i++)
    bad += a[i] != 2.0f * i + 1;
  puts(bad == 0 ? "ok" : "the whole combination");
  return 0;
}
