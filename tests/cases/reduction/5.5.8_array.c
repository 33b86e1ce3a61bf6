#include <stdio.h>

int main(void)
{
  int h[4] = {1, 1, 1, 1};
#pragma omp target teams distribute parallel for reduction(+: h) map(tofrom: h)
  for (int i = 0; i < 103; i++)
    h[i % 4] += 1;
  puts(h[0] == 27 && h[1] == 27 && h[2] == 27 && h[3] == 26 ? "ok" : "reduction of an array");
  return 0;
}
