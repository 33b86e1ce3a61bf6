// only: device
#include <stdio.h>

int main(void)
{
  int m[6][8], bad = 0;
  for (int i = 0; i < 48; i++)
    m[i / 8][i % 8] = i;
#pragma omp target data map(to: m)
  {
#pragma omp target
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 8; j++)
        m[i][j] += 1000;
#pragma omp target update from(m[1:3][2:4])
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 8; j++)
      bad += m[i][j] != 8 * i + j + (i >= 1 && i < 4 && j >= 2 && j < 6 ? 1000 : 0);
  puts(bad == 0 ? "ok" : "update of a block of a matrix");
  return 0;
}
