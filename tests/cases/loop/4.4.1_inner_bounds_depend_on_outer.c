#include <stdio.h>

int main(void)
{
  int tri[10][10] = {{0}}, bad = 0;
#pragma omp target teams distribute map(tofrom: tri)
  for (int i = 0; i < 10; i++) {
#pragma omp parallel for
    for (int j = 0; j <= i; j++)
      tri[i][j] = i * 10 + j;
  }
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      bad += tri[i][j] != (j <= i ? i * 10 + j : 0);
  puts(bad == 0 ? "ok" : "a triangle over teams and threads");
  return 0;
}
