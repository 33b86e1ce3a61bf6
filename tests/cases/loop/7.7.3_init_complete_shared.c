// flags: -fopenmp-version=60
// gcc: no (init_complete is new in 6.0)
/* OpenMP 6.0 §7.7.3: scans with an initialization phase, which each iteration executes once, before the other
 * phases, and whose variables last until its end. The threads of a GPU's team share the loop. */
#include <omp.h>
#include <stdio.h>

enum { N = 500, T = 70 };

static int a[N], begun[N], inc[N], who[N], order[N];
#pragma omp declare target(a, begun, who, order)

static int shared(int n, int threads)
{
#ifdef GPU
#pragma omp target update from(who)
  int seen[T] = {0}, taken = 0, most = n < threads ? n : threads;
  for (int i = 0; i < n; i++)
    seen[who[i]] = 1;
  for (int t = 0; t < T; t++)
    taken += seen[t];
  if (taken != most)
    return printf("%d iterations by %d threads of %d\n", n, taken, threads);
#endif
  return 0;
}

static int inclusive(int n, int asked)
{
  int s = 3, p, threads = 0, bad = 0, sum = 3;
#pragma omp target parallel for num_threads(asked) private(p) reduction(inscan, +: s) map(tofrom: s, threads) map(from: inc)
  for (int i = 0; i < n; i++) {
    int start = a[i];
    p = ++begun[i];
    threads = omp_get_num_threads();
#pragma omp scan init_complete
    s += start * p;
    p += 10;
    who[i] = omp_get_thread_num();
#pragma omp scan inclusive(s)
    inc[i] = s * 100 + p * 10 + start;
  }
#pragma omp target update from(begun)
  for (int i = 0; i < n; i++) {
    sum += a[i];
    bad += begun[i] != 1 || inc[i] != sum * 100 + 110 + a[i];
  }
  bad += s != sum;
  if (bad)
    printf("inclusive, %d iterations, %d threads: %d wrong\n", n, asked, bad);
  return bad + shared(n, threads);
}

/* What the scan phase overwrites, the input phase takes from the initialization phase. */
static void shift(int n, int *v, int *result)
{
  static int s;
#pragma omp single
  s = -1;
#pragma omp for reduction(inscan, +: s)
  for (int i = 0; i < n; i++) {
    int old = v[i], times = ++order[i];
    who[i] = omp_get_thread_num();
#pragma omp scan init_complete(1)
    if (times == 1)
      v[i] = s;
#pragma omp scan exclusive(s)
    if (old % 2)
      s += old;
    else
      s += 2 * old;
  }
#pragma omp master
  *result = s;
}
#pragma omp declare target(shift)

static int exclusive(int n, int asked)
{
  int v[N], s = 0, sum = -1, bad = 0, threads = 0;
  for (int i = 0; i < n; i++)
    v[i] = a[i];
#pragma omp target map(tofrom: v, s, threads)
#pragma omp parallel num_threads(asked)
  {
#pragma omp single
    threads = omp_get_num_threads();
    shift(n, v, &s);
  }
  for (int i = 0; i < n; i++) {
    bad += v[i] != sum;
    sum += a[i] % 2 ? a[i] : 2 * a[i];
  }
  bad += s != sum;
  if (bad)
    printf("exclusive, %d iterations, %d threads: %d wrong\n", n, asked, bad);
  return bad + shared(n, threads);
}

int main(void)
{
  int bad = 0, counts[] = {1, 40, N};
  for (int i = 0; i < N; i++)
    a[i] = i * 7919 % 9;
#pragma omp target update to(a)
  for (int c = 0; c < 3; c++)
    for (int t = 1; t <= T; t += 23) {
      for (int i = 0; i < N; i++)
        begun[i] = order[i] = 0;
#pragma omp target update to(begun, order)
      bad += inclusive(counts[c], t) + exclusive(counts[c], t);
    }
  puts(bad ? "wrong" : "ok");
  return 0;
}
