#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[40];
#pragma omp target map(from: a)
#pragma omp teams num_teams(4)
#pragma omp distribute
  for (int i = 0; i < 40; i++)
    a[i] = i;
  int bad = 0;
  for (int i = 0; i < 40; i++)
    bad += a[i] != i;
  puts(bad == 0 ? "ok" : "teams nested in target");
  return 0;
}
