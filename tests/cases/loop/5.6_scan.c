// gcc: no (gcc-12 refuses inscan on a target parallel loop)
// only: device
// gcc: no (gcc-12 has no inscan on combined target constructs)
/* OpenMP 5.2 §5.6: inclusive and exclusive scans, also in combined
 * target constructs; several list items. */
#include <stdio.h>

int main(void)
{
  enum { N = 200 };
  int a[N], inc[N], exc[N], two[10], bad = 0, x = 0, y = 100, p = 1;
  for (int i = 0; i < N; i++) a[i] = i % 7;
#pragma omp target map(a, inc) map(tofrom: x)
#pragma omp parallel for reduction(inscan, +: x)
  for (int i = 0; i < N; i++) {
    x += a[i];
#pragma omp scan inclusive(x)
    inc[i] = x;
  }
#pragma omp target parallel for reduction(inscan, +: y) map(a, exc)
  for (int i = 0; i < N; i++) {
    exc[i] = y;
#pragma omp scan exclusive(y)
    y += a[i];
  }
#pragma omp target map(tofrom: p) map(two)
#pragma omp simd reduction(inscan, *: p)
  for (int i = 0; i < 10; i++) {
    p *= 2;
#pragma omp scan inclusive(p)
    two[i] = p;
  }
  int s = 0, q = 1;
  for (int i = 0; i < N; i++) {
    bad += exc[i] != 100 + s;
    s += a[i];
    if (i < 10) bad += two[i] != (q *= 2);
    bad += inc[i] != s;
  }
  bad += x != s || y != s + 100 || p != 1024;
  puts(bad ? "wrong prefix" : "ok");
  return 0;
}
