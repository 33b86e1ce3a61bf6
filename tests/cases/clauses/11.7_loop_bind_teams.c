#include <stdio.h>

int main(void)
{
  int a[50], bad = 0;
#pragma omp target map(from: a)
#pragma omp teams
#pragma omp loop bind(teams)
  for (int i = 0; i < 50; i++)
    a[i] = 3 * i;
  for (int i = 0; i < 50; i++)
    bad += a[i] != 3 * i;
  puts(bad == 0 ? "ok" : "bind(teams)");
  return 0;
}
