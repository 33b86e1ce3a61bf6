// env: OMP_SCHEDULE=guided,4
#include <stdio.h>

int main(void)
{
  int a[101] = {0}, bad = 0;
#pragma omp target parallel for schedule(runtime) map(tofrom: a) num_threads(4)
  for (int i = 0; i < 101; i++)
    a[i] += i;
  for (int i = 0; i < 101; i++)
    bad += a[i] != i;
  puts(bad == 0 ? "ok" : "schedule(runtime)");
  return 0;
}
