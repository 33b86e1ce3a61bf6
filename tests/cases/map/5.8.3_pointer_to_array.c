#include <stdio.h>

int main(void)
{
  int a[3][4], (*p)[4] = a;
#pragma omp target map(from: p[0:3])
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      p[i][j] = 10 * i + j;
  puts(a[0][3] == 3 && a[2][3] == 23 ? "ok" : "a pointer to an array");
  return 0;
}
