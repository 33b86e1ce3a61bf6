#include <stdio.h>

int main(void)
{
  int a[1000] = {0};
#pragma omp target teams distribute num_teams(7) map(tofrom: a)
  for (int i = 0; i < 1000; i++)
    a[i] += 1;
  int bad = 0;
  for (int i = 0; i < 1000; i++)
    bad += a[i] != 1;
  puts(bad == 0 ? "ok" : "distribute");
  return 0;
}
