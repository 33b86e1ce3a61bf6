#include <stdio.h>

int main(void)
{
  int k = 7, r[16];
#pragma omp target teams distribute parallel for firstprivate(k) map(from: r)
  for (int i = 0; i < 16; i++)
    r[i] = i * k;
  int bad = 0;
  for (int i = 0; i < 16; i++)
    bad += r[i] != 7 * i;
  puts(bad == 0 ? "ok" : "firstprivate on a loop");
  return 0;
}
