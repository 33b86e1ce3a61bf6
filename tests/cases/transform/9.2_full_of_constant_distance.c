/* OpenMP 5.2 §9.2: unroll full needs a constant number of iterations, not constant bounds. */
#include <stdio.h>

static int a[100], b[100];

#pragma omp begin declare target
static int walk(int *v, int from)
{
  int sum = 0;
#pragma omp unroll full
  for (int *p = &v[6]; p < &v[78]; p += 4)
    *p = 1;
#pragma omp unroll full
  for (int *p = v + 99; p > v + 90; p--)
    *p = 2;
#pragma omp unroll full
  for (int j = from; j < from + 10; j += 3)
    sum += j;
#pragma omp unroll full
  for (int j = 2 * from; j <= 2 * from - 1; j++)
    sum += 1000;
  return sum;
}
#pragma omp end declare target

static int total(const int *v)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += v[i];
  return sum;
}

int main(void)
{
  int host = walk(a, 5), device = 0;
#pragma omp target map(tofrom: b) map(from: device)
  device = walk(b, 5);
  if (host == 38 && device == 38 && total(a) == 36 && total(b) == 36)
    puts("ok");
  else
    printf("sums %d and %d, totals %d and %d\n", host, device, total(a), total(b));
  return 0;
}
