#include <stdio.h>

int main(void)
{
  int a[333];
#pragma omp target teams distribute simd map(from: a)
  for (int i = 0; i < 333; i++)
    a[i] = i ^ 5;
  int bad = 0;
  for (int i = 0; i < 333; i++)
    bad += a[i] != (i ^ 5);
  puts(bad == 0 ? "ok" : "teams distribute simd");
  return 0;
}
