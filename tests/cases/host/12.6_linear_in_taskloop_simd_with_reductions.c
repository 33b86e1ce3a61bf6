// gcc: no (gcc-12 does not know masked)
/* OpenMP 5.2 §12.6, §5.4.6: linear list items of taskloop simd constructs whose tasks reduce, and their loop variables. */
#include <stdio.h>

static int wrong;

static void check(const char *what, long is, long want)
{
  if (is != want) wrong++, printf("%s: %ld, not %ld\n", what, is, want);
}

static void run(int n, int defer)
{
  int a[200] = {0}, b = 3, i, r = 0;
  double d[200] = {0}, *p = d;
  long sum = 5;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop simd linear(b: 2) linear(p) reduction(+: sum) if(defer)
  for (i = 0; i < n; ++i) {
    if (i % 3 == 1) { a[b] = i; b += 2; *p++ = i; sum += i; continue; }
    a[b] = i; b += 2; *p++ = i; sum += i;
  }
  check("sum", sum, 5 + (long)n * (n - 1) / 2);
  check("b", b, 3 + 2 * n);
  check("p", p - d, n);
  check("i", i, n);
  for (int k = 0; k < n; k++) check("a", a[3 + 2 * k], k), check("d", d[k], k);
#pragma omp parallel num_threads(4)
#pragma omp masked
#pragma omp taskloop simd if(defer) reduction(+: r) collapse(2)
  for (int k = 0; k < n; k++)
    for (int l = 0; l < 3; l++)
      r += l;
  check("r", r, 3 * n);
}

int main(void)
{
  for (int n = 1; n < 60; n += 19) run(n, 0), run(n, 1);
  if (!wrong) puts("ok");
  return wrong;
}
