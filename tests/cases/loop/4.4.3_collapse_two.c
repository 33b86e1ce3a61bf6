#include <stdio.h>

int main(void)
{
  int a[13][7];
#pragma omp target teams distribute parallel for collapse(2) map(from: a)
  for (int i = 0; i < 13; i++)
    for (int j = 0; j < 7; j++)
      a[i][j] = i * 100 + j;
  int bad = 0;
  for (int i = 0; i < 13; i++)
    for (int j = 0; j < 7; j++)
      bad += a[i][j] != i * 100 + j;
  puts(bad == 0 ? "ok" : "collapse(2)");
  return 0;
}
