#include <omp.h>
#include <stdio.h>

static void stage(int *a, int *b, int me, int n)
{
  a[me] = me + 1;
#pragma omp barrier
  b[me] = a[(me + 1) % n];
}

int main(void)
{
  int a[8] = {0}, b[8] = {0}, n = 0, bad = 0;
#pragma omp target map(tofrom: a, b, n)
#pragma omp parallel num_threads(4)
  {
#pragma omp single
    n = omp_get_num_threads();
    stage(a, b, omp_get_thread_num(), omp_get_num_threads());
  }
  for (int i = 0; i < n; i++)
    bad += b[i] != (i + 1) % n + 1;
  puts(n > 0 && bad == 0 ? "ok" : "a barrier in a function");
  return 0;
}
