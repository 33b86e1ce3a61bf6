#include <stdio.h>
#include <stdlib.h>

#define N 40

static void fill(int *d, int n, int value)
{
#pragma omp target parallel for is_device_ptr(d)
  for (int i = 0; i < n; i++)
    d[i] = value + i;
}

/* Of p only p[10:] is mapped: p + 10 is a device pointer in the construct. */
int main(void)
{
  int *p = malloc(N * sizeof *p), bad = 0;
  for (int i = 0; i < N; i++)
    p[i] = -i;
#pragma omp target data map(tofrom: p[10:N - 20]) use_device_ptr(p)
  fill(p + 10, N - 20, 100);
  for (int i = 0; i < N; i++)
    bad += p[i] != (i >= 10 && i < N - 10 ? 100 + i - 10 : -i);
#pragma omp target data map(tofrom: p[0:5]) use_device_ptr(p)
  fill(p, 5, 0);
  for (int i = 0; i < 10; i++)
    bad += p[i] != (i < 5 ? i : -i);
#pragma omp target enter data map(to: p[30:10])
#pragma omp target data map(tofrom: p[30:10]) use_device_ptr(p)
  fill(p + 33, 2, 7);
#pragma omp target exit data map(from: p[30:10])
  bad += p[32] != -32 || p[33] != 7 || p[34] != 8 || p[35] != -35;
  free(p);
  puts(bad == 0 ? "ok" : "use_device_ptr of a section");
  return 0;
}
