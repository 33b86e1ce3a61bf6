// gcc: no (gcc-12 has no -fopenmp-version)
// flags: -fopenmp-version=60
// OpenMP 6.0 §13.2, §17.3: a scope region is executed by all threads, so worksharing regions, barriers, masked and
// other scope regions may be closely nested in it.
#include <stdio.h>

#define N 64

static int work(void) {
  int n = 0, m = 0, once = 0, parts = 0, sum = 0, first = 0, late = 0, seen = 0, threads = 0;
  #pragma omp target parallel num_threads(4) map(tofrom: n, m, once, parts, sum, first, late, seen, threads)
  {
    #pragma omp scope
    {
      #pragma omp for
      for (int i = 0; i < N; i++) {
        #pragma omp atomic
        n++;
      }
      #pragma omp for reduction(+: m) nowait
      for (int i = 0; i < N; i++)
        m += i;
      #pragma omp barrier
      #pragma omp single
      once++;
      #pragma omp sections
      {
        parts += 1;
        #pragma omp section
        {
          #pragma omp atomic
          late++;
        }
      }
      #pragma omp masked
      first++;
    }
    #pragma omp scope nowait
    {
      #pragma omp scope reduction(+: sum, threads)
      {
        sum++;
        threads++;
      }
      #pragma omp single nowait
      seen++;
    }
  }
  if (n != N || m != N * (N - 1) / 2 || once != 1 || parts != 1 || late != 1 || first != 1 || seen != 1 || sum < 1 || sum != threads)
    return printf("%d %d %d %d %d %d %d %d %d\n", n, m, once, parts, late, first, seen, sum, threads), 1;
  return 0;
}

int main(void) {
  int sum = 0, n = 0, once = 0, bad = work();
  #pragma omp parallel num_threads(4) reduction(+: sum)
  {
    #pragma omp scope
    {
      #pragma omp for schedule(dynamic)
      for (int i = 0; i < N; i++)
        sum += i;
      #pragma omp single
      once++;
      #pragma omp barrier
      #pragma omp scope
      {
        #pragma omp atomic
        n++;
        #pragma omp sections
        {
          sum += once;
        }
      }
    }
  }
  bad |= sum != N * (N - 1) / 2 + 1 || once != 1 || n < 1;
  puts(bad ? "wrong" : "ok");
  return bad;
}
