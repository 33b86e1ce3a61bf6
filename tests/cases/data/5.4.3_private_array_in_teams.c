#include <stdio.h>

int main(void)
{
  int a[4] = {9, 9, 9, 9}, r[8];
#pragma omp target teams distribute parallel for private(a) map(from: r)
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 4; k++)
      a[k] = i + k;
    r[i] = a[0] + a[3];
  }
  int bad = a[0] != 9;
  for (int i = 0; i < 8; i++)
    bad += r[i] != 2 * i + 3;
  puts(bad == 0 ? "ok" : "a private array");
  return 0;
}
