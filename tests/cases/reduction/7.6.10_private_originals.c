// flags: -fopenmp-version=60
// gcc: no (gcc-12 reduces shared variables only)
/* OpenMP 6.0 §7.6.10: a worksharing construct may reduce a variable that is
 * private in the region; the original of every thread gets the result. */
#include <stdio.h>
#include <omp.h>

enum { T = 4, N = 100 };
#pragma omp declare target
static int in_function(int n, const int *v)
{
  int sum = 5, most = -1;
  double f[3] = {1, 2, 3};
#pragma omp for reduction(original(private), +: sum) reduction(max: most) reduction(+: f) nowait
  for (int i = 0; i < n; i++) {
    sum += v[i];
    if (most < v[i]) most = v[i];
    f[i % 3] += 0.5;
  }
  return sum + 10000 * most + (int)(f[0] + f[1] + f[2]) * 10000000;
}

static int by_sections(void)
{
  unsigned bits = 1;
#pragma omp sections reduction(|: bits)
  {
#pragma omp section
    bits |= 4;
#pragma omp section
    bits |= 8;
  }
#pragma omp scope reduction(|: bits)
  bits |= 16;
  return bits;
}
#pragma omp end declare target

int main(void)
{
  int v[N], s[T], b[T], one = 0, x = 0, bad = 0, n = 0;
  for (int i = 0; i < N; i++) v[i] = i;
#pragma omp target map(to: v) map(from: s, b) map(tofrom: n)
  {
#pragma omp parallel num_threads(T)
    {
      int me = omp_get_thread_num();
      if (me == 0) n = omp_get_num_threads();
      s[me] = in_function(N, v);
      b[me] = by_sections();
    }
  }
  for (int i = 0; i < n; i++) bad += s[i] != 4955 + 990000 + 560000000 || b[i] != 29;
#pragma omp target map(from: one) map(to: v)
  one = in_function(N, v) % 10000 + by_sections();
#pragma omp target map(tofrom: x)
#pragma omp parallel num_threads(T) reduction(+: x)
  {
#pragma omp for reduction(+: x)
    for (int i = 0; i < 10; i++) x++;
  }
  bad += one != 4955 + 29;
  bad += x != 10 * n;
  puts(bad ? "not every original has the result" : "ok");
  return 0;
}
