#include <stdio.h>

int main(void)
{
  int a[4][5];
  for (int i = 0; i < 20; i++)
    a[i / 5][i % 5] = i;
#pragma omp target map(tofrom: a[1:2][0:5])
  for (int i = 1; i < 3; i++)
    for (int j = 0; j < 5; j++)
      a[i][j] = -a[i][j];
  int bad = 0;
  for (int i = 0; i < 20; i++)
    bad += a[i / 5][i % 5] != (i >= 5 && i < 15 ? -i : i);
  puts(bad == 0 ? "ok" : "a[1:2][0:5]");
  return 0;
}
