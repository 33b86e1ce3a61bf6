/* OpenMP 5.2 §5.5.8: teams constructs reduce sections whose length is known at run time only. */
#include <stdio.h>

struct pair { long sum; int n; };
#pragma omp declare reduction(add : struct pair : omp_out.sum += omp_in.sum, omp_out.n += omp_in.n) initializer(omp_priv = {0, 0})

static void count(int n, long *p, double *d)
{
#pragma omp target teams num_teams(4) map(p[0:n], d[0:n]) reduction(+ : p[0:n]) reduction(max : d[1:n - 1])
  {
    p[0]++;
    d[1] = 3;
#pragma omp parallel for
    for (int i = 1; i < n; i++)
      p[i] += i;
#pragma omp distribute
    for (int i = 2; i < n; i++)
      d[i] = i;
  }
}

int main(void)
{
  int n = 9, m = 3;
  long p[9] = {0};
  double d[9] = {0};
  struct pair s[3] = {{0}};
  count(n, p, d);
  for (int i = 1; i < n; i++)
    if (p[i] % i || p[i] / i != p[0] || d[i] != (i < 3 ? (i == 1 ? 3 : 2) : i))
      return printf("%d: %ld of %ld, %g\n", i, p[i], p[0], d[i]), 1;
#pragma omp target teams num_teams(3) reduction(add : s[:m])
  for (int i = 0; i < m; i++) {
    s[i].sum += i;
    s[i].n++;
  }
  if (s[0].n < 1 || s[0].n > 3 || s[2].sum != 2 * s[2].n || s[1].sum != s[0].n)
    return printf("%d %ld %ld\n", s[0].n, s[1].sum, s[2].sum), 1;
  long t[9] = {0};
#pragma omp target map(t)
  {
#pragma omp simd reduction(+ : t[0:n])
    for (int i = 0; i < 90; i++)
      t[i % 9] += i / 9;
  }
  for (int i = 0; i < n; i++)
    if (t[i] != 45) return printf("simd: %d: %ld\n", i, t[i]), 1;
  puts("ok");
}
