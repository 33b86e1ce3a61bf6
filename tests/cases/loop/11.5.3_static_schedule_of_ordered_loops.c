/* OpenMP 5.2 §11.5.3, §15.10.2: a static schedule tells which thread has which iteration of an ordered loop, too: in chunks
 * of the size that is set, in turn, and without one a part for each thread. */
#include <omp.h>
#include <stdio.h>

enum { N = 203 };

static int who[N], place[N], own[64], count;
#pragma omp declare target(who, place, own, count)

static void called(int n, int chunk)
{
#pragma omp for ordered schedule(static, chunk) nowait
  for (int i = 0; i < n; i++) {
    who[i] = omp_get_thread_num();
#pragma omp ordered
    place[i] = count++;
  }
}
#pragma omp declare target(called)

static int check(const char *what, int n, int chunk, int threads)
{
  int bad = 0;
#pragma omp target update from(who, place)
  for (int i = 0; i < n; i++)
    bad += place[i] != i;
  if (chunk)
    for (int i = 0; i < n; i++)
      bad += who[i] != i / chunk % threads;
  else
    for (int i = 1; i < n; i++)
      bad += who[i] < who[i - 1] || who[i] > who[i - 1] + 1 || who[n - 1] >= threads;
  if (bad)
    printf("%s, %d iterations, chunks of %d, %d threads: %d wrong\n", what, n, chunk, threads, bad);
  return bad;
}

static int with(int n, int chunk, int asked)
{
  int bad = 0, threads = 0, sum = 0, last = -1;
#pragma omp target map(tofrom: threads)
#pragma omp parallel num_threads(asked)
  {
#pragma omp single
    {
      threads = omp_get_num_threads();
      count = 0;
    }
    called(n, chunk);
  }
  bad += check("called", n, chunk, threads);
#pragma omp target map(tofrom: sum, last, threads)
  {
    count = 0;
#pragma omp parallel for ordered schedule(static, chunk) num_threads(asked) reduction(+: sum) lastprivate(last)
    for (int i = 0; i < n; i++) {
      who[i] = omp_get_thread_num();
      threads = omp_get_num_threads();
      sum += i;
#pragma omp ordered
      place[i] = count++;
      last = 3 * i;
    }
  }
  bad += check("combined", n, chunk, threads) + (sum != n * (n - 1) / 2) + (last != 3 * (n - 1));
#pragma omp target map(tofrom: threads)
  {
    int mine = 0;
    count = 0;
#pragma omp parallel num_threads(asked) firstprivate(mine)
    {
      threads = omp_get_num_threads();
#pragma omp for ordered schedule(static) collapse(2)
      for (int i = 0; i < n / 7; i++)
        for (int j = 0; j < 7; j++) {
          who[i * 7 + j] = omp_get_thread_num();
          mine++;
#pragma omp ordered
          place[i * 7 + j] = count++;
        }
      if (omp_get_thread_num() < 64)
        own[omp_get_thread_num()] = mine;
    }
  }
  n = n / 7 * 7;
  bad += check("in parts", n, 0, threads);
#pragma omp target update from(own)
  for (int t = 0; t < threads && t < 64; t++)
    bad += own[t] != n / threads && own[t] != n / threads + 1;
  if (bad)
    printf("%d iterations, chunks of %d, %d threads: %d wrong\n", n, chunk, threads, bad);
  return bad;
}

int main(void)
{
  int bad = 0;
  for (int threads = 1; threads < 64; threads = threads * 3 + 1)
    bad += with(N, 1, threads) + with(N, 5, threads) + with(20, 3, threads);
  bad += with(N, 4, 64) + with(9, 100, 33);
  puts(bad ? "wrong" : "ok");
  return 0;
}
