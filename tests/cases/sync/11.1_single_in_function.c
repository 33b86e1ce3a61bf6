#include <stdio.h>

static void once(int *n)
{
#pragma omp single
  *n += 1;
}

int main(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
#pragma omp parallel num_threads(4)
  for (int k = 0; k < 6; k++)
    once(&n);
  puts(n == 6 ? "ok" : "an orphaned single");
  return 0;
}
