// gcc: no (gcc-12 wants perfectly nested loops)
#include <stdio.h>

int main(void)
{
  int a[4][4] = {{0}};
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < 4; i++) {
    int base = i * 10;
    for (int j = 0; j < 4; j++)
      a[i][j] = base + j;
  }
  puts(a[0][0] == 0 && a[3][3] == 33 && a[2][1] == 21 ? "ok" : "code between the loops of a nest");
  return 0;
}
