#include <stdio.h>

#pragma omp declare target
static void fill(int *a, int n)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] += i;
}
#pragma omp end declare target

int main(void)
{
  int a[50] = {0};
#pragma omp target map(tofrom: a)
#pragma omp parallel num_threads(4)
  fill(a, 50);
  int bad = 0;
  for (int i = 0; i < 50; i++)
    bad += a[i] != i;
  puts(bad == 0 ? "ok" : "an orphaned for");
  return 0;
}
