// gcc: no (gcc-12 has no firstprivate on scope)
/* OpenMP 5.2 §11.2: scope with private and reduction. */
#include <stdio.h>
#include <omp.h>

int main(void)
{
  int n = 0, s = 0, k = 7, bad = 0;
#pragma omp target map(n, s, bad) firstprivate(k)
#pragma omp parallel num_threads(4)
  {
    int t = -1;
#pragma omp scope reduction(+: s)
    {
      s += k + omp_get_thread_num();
    }
#pragma omp scope private(t) nowait
    t = k;
#pragma omp single
    {
      n = omp_get_num_threads();
      bad = s != 7 * n + n * (n - 1) / 2 || k != 7 || t != -1;
    }
  }
  puts(bad ? "wrong" : "ok");
  return 0;
}
