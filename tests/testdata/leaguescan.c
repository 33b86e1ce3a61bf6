#include <stdio.h>

enum { N = 1 << 17 };
static double x[N], y[N];

int main(void)
{
  double s = 1, want = 1;
  int bad = 0;
  for (int i = 0; i < N; i++)
    x[i] = i % 7;
#pragma omp target teams distribute parallel for reduction(inscan, +: s) map(to: x) map(from: y)
  for (int i = 0; i < N; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += x[i];
  }
  for (int i = 0; i < N; i++) {
    bad += y[i] != want;
    want += x[i];
  }
  puts(bad || s != want ? "wrong prefixes" : "ok");
  return 0;
}
