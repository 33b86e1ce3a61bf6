// gcc: no (it has no inscan reductions on target simd)
// flags: -O2
#include <stdio.h>

#define N 100

/* Code of the region's one thread whose conditions depend on what it has written. */
int main(void)
{
  int a[N], mx = -1, mn = 1000, count = 0, steps = 0, bad = 0;
  double d = 0, e[N];
  for (int i = 0; i < N; i++)
    a[i] = (i * 37) % 11;
#pragma omp target map(tofrom: mx, mn, count)
  for (int i = 0; i < N; i++) {
    if (a[i] > mx)
      mx = a[i];
    if (a[i] < mn)
      mn = a[i];
    if (mx > 9)
      count++;
  }
  bad += mx != 10 || mn != 0 || count != 92;
#pragma omp target map(tofrom: mx, steps)
  while (mx > 1) {
    mx = mx % 2 ? 3 * mx + 1 : mx / 2;
    steps++;
  }
  bad += mx != 1 || steps != 6;
#pragma omp target teams num_teams(1) map(tofrom: count)
  do {
    count -= 5;
  } while (count > 7);
  bad += count != 7;
#pragma omp target simd reduction(inscan, max: mx) reduction(inscan, +: d) map(tofrom: mx, d)
  for (int i = 0; i < N; i++) {
    if (a[i] > mx)
      mx = a[i];
    d += 0.5;
#pragma omp scan inclusive(mx, d)
    e[i] = mx + d;
  }
  bad += mx != 10 || d != 50 || e[N - 1] != 60;
  puts(bad == 0 ? "ok" : "conditions of one thread");
  return 0;
}
