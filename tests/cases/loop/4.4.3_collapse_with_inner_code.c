#include <stdio.h>

int main(void)
{
  int a[6][5][4], bad = 0;
#pragma omp target teams distribute parallel for collapse(2) map(from: a)
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 5; j++) {
      int base = i * 100 + j * 10;
      for (int k = 0; k < 4; k++)
        a[i][j][k] = base + k;
    }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 4; k++)
        bad += a[i][j][k] != i * 100 + j * 10 + k;
  puts(bad == 0 ? "ok" : "collapse(2) over three loops");
  return 0;
}
