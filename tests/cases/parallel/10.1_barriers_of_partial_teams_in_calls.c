#include <omp.h>
#include <stdio.h>

/* A called function has barriers, for regions that all, whole warps, or other parts of the team execute, one after another. */

enum { N = 96 };

#pragma omp declare target
static __attribute__((noinline)) void rotate(int *a, int *b, int rounds)
{
  int t = omp_get_thread_num(), n = omp_get_num_threads();
  for (int r = 0; r < rounds; r++) {
    b[t] = a[(t + 1) % n];
#pragma omp barrier
    a[t] = b[t] + 1;
#pragma omp barrier
  }
}

static __attribute__((noinline)) void deeper(int *a, int *b, int rounds)
{
  if (rounds > 0)
    rotate(a, b, rounds);
}
#pragma omp end declare target

static int check(const int *a, int n, int rounds)
{
  for (int t = 0; t < n; t++)
    if (a[t] != (t + rounds) % n + rounds)
      return 1;
  return 0;
}

int main(void)
{
  int sizes[] = {96, 40, 64, 7, 33, 96, 40}, a[7][N], b[N], bad = 0;
  for (int s = 0; s < 7; s++)
    for (int t = 0; t < N; t++)
      a[s][t] = t;
#pragma omp target map(to: sizes) map(tofrom: a) map(alloc: b)
  {
#pragma omp parallel num_threads(96)
    deeper(a[0], b, 3);
#pragma omp parallel num_threads(40)
    deeper(a[1], b, 5);
#pragma omp parallel num_threads(64)
    rotate(a[2], b, 3);
#pragma omp parallel num_threads(7)
    rotate(a[3], b, 3);
    for (int s = 4; s < 7; s++) {
#pragma omp parallel num_threads(sizes[s])
      deeper(a[s], b, s);
    }
  }
  for (int s = 0; s < 7; s++)
    bad += check(a[s], sizes[s], s == 0 || s == 2 ? 3 : s == 1 ? 5 : s);
  puts(bad ? "a barrier in a call let a thread through" : "ok");
  return 0;
}
