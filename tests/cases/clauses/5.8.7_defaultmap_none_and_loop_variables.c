/* OpenMP 5.2 §5.8.7, 6.0 §7.9.9: the variables of a construct's own loops need no attribute under defaultmap(none). */
#include <stdio.h>

int j, k;

int main(void)
{
  int i, s[4] = {0}, *p, at[8];
#pragma omp target simd collapse(2) defaultmap(none) map(s)
  for (j = 0; j < 64; j++)
    for (k = 0; k < 4; k++)
      s[k]++;
#pragma omp target teams distribute parallel for defaultmap(none) map(s)
  for (i = 0; i < 4; i++)
    s[i] += i;
#pragma omp target parallel for defaultmap(none: scalar) defaultmap(none: pointer) map(at)
  for (p = at; p < at + 8; p++)
    *p = 5;
  if (s[0] != 64 || s[3] != 67 || at[7] != 5) return printf("%d %d %d\n", s[0], s[3], at[7]), 1;
  puts("ok");
}
