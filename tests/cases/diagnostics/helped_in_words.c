// Right programs whose messages have helps in words alone: testdata/helps.txt follows them, and the result stays.
#include <omp.h>
#include <stdio.h>

static int sum_of(const int *b, int n)
{
  int s = 0;
#pragma omp target map(to: b[0:n]) map(tofrom: s)
  for (int i = 0; i < n; i++) s += b[i];
  return s;
}

int main(void)
{
  int a[8] = {0}, b[64] = {1, 2, 3, 4, 5, 6, 7, 8}, n = 8, threads = 0, s = 0, x = 3, local = 0;
#pragma omp target map(tofrom: a[0:n]) map(to: b[0:n])
  for (int i = 0; i < n; i++) a[i] = 2 * b[i];
#pragma omp target teams distribute parallel for map(tofrom: b[0:n * sizeof(int)])
  for (int i = 0; i < n; i++) b[i] += a[i];
#pragma omp target teams map(tofrom: threads) num_teams(1)
  threads = omp_get_max_threads() > 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(to: a)
  for (int i = 0; i < n; i++) s += a[i];
#pragma omp parallel num_threads(1, 2, 3)
  x++;
#pragma omp target firstprivate(x) allocate(omp_thread_mem_alloc: x) map(from: local)
  {
    x++;
    local = x;
  }
  printf("%d %d %d %d %d %d\n", a[7], b[7], threads, s, local, sum_of(b, n));
  return 0;
}
