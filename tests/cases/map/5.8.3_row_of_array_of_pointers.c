// gcc: no (gcc-12 wants each array once)
#include <stdio.h>

int main(void)
{
  int x[4] = {1, 2, 3, 4}, y[4] = {5, 6, 7, 8}, *rows[2] = {x, y};
#pragma omp target map(to: rows) map(tofrom: rows[0][0:4], rows[1][0:4])
  for (int r = 0; r < 2; r++)
    for (int i = 0; i < 4; i++)
      rows[r][i] *= r + 2;
  puts(x[3] == 8 && y[3] == 24 && rows[0] == x && rows[1] == y ? "ok" : "an array of pointers");
  return 0;
}
