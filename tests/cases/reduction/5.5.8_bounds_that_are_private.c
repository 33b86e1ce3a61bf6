/* 5.2 §3.1, §5.5.8: the bounds of reduced sections are those of the enclosing context, also where the construct has the variables
 * private; regions of the host stand inside of parallel regions here. */
#include <stdio.h>

static int a[8], b[8];

static void reduce(int n, int *p)
{
#pragma omp target parallel for if(target: 0) private(n) reduction(+: a[0:n])
  for (int i = 0; i < 8; i++)
    n = i % 4, a[n]++;
#pragma omp target teams distribute parallel for if(target: 0) default(none) firstprivate(n) reduction(+: a[0:n])
  for (int i = 0; i < 8; i++)
    a[i % n]++;
#pragma omp target if(0) map(tofrom: a, p[:8])
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp for private(n) reduction(+: p[0:n]) nowait
      for (int i = 0; i < 8; i++)
        n = i % 4, p[n]++;
#pragma omp sections firstprivate(n) reduction(+: a[0:n])
      {
#pragma omp section
        a[0]++;
#pragma omp section
        a[n - 1]++;
      }
    }
    if (n > 3)
#pragma omp parallel for default(none) firstprivate(n) reduction(+: a[n:n])
      for (int i = 0; i < 8; i++)
        a[n + i % 4]++;
    else
      a[0] = 100;
  }
}

int main(void)
{
  int bad = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  reduce(4, b);
  reduce(4, b);
  for (int i = 0; i < 4; i++)
    bad += a[i] != 8 + 2 * (i % 3 == 0) || a[4 + i] != 4 || b[i] != 4;
  puts(bad ? "wrong" : "ok");
  return 0;
}
