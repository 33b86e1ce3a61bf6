// gcc: no (gcc-12 has no metadirective)
// flags: -fopenmp-version=60
// OpenMP 6.0 §9.4.3, §19.1: variants of metadirectives that the running program chooses may be compound directives of
// the general rule, in host and device code: all constituents of one, of any number, are chosen by one evaluation.
#include <omp.h>
#include <stdio.h>

enum { N = 32 };

static int asked;

static int ask(int answer)
{
  asked++;
  return answer;
}

/* Loops, with variants of one part, two, three, and none. */
static int loops(int mode)
{
  int a[N], seen = 0, sum = 0, last = -1;
#pragma omp metadirective when(user = {condition(ask(mode == 0))}: parallel simd num_threads(3) reduction(+: seen))                    \
    when(user = {condition(mode == 1)}: parallel masked taskloop simd num_threads(2) shared(a) lastprivate(last))                   \
    when(user = {condition(mode == 2)}: simd reduction(+: seen)) when(user = {condition(mode == 3)}: single taskloop shared(a))
  for (int i = 0; i < N; i++) {
    a[i] = i;
    if (mode != 1 && i == 1)
      seen++;
    last = i;
  }
  for (int i = 0; i < N; i++)
    sum += a[i];
  return sum + 1000 * (mode == 1 ? last - N + 1 : mode == 3 ? 0 : seen);
}

static int blocks(int mode)
{
  int n = 0, threads = 0, level = 0;
#pragma omp metadirective when(user = {condition(mode == 1)}: parallel num_threads(4)) when(user = {condition(mode == 0)}: nothing)    \
    otherwise(parallel single task num_threads(mode) default(none) shared(n, threads, level))
  {
#pragma omp atomic
    n++;
#pragma omp atomic write
    threads = omp_get_num_threads();
#pragma omp atomic write
    level = omp_get_level();
  }
  return 100 * n + 10 * threads + level;
}

#pragma omp begin declare target
static int function(int mode)
{
  int a[N], n = 0, sum = 0;
#pragma omp metadirective when(user = {condition(mode == 1)}: parallel masked taskloop simd num_threads(3) shared(a))                \
    when(user = {condition(mode == 2)}, device = {kind(nohost)}: parallel single taskloop num_threads(2) shared(a)) otherwise(simd)
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp metadirective when(user = {condition(mode == 1)}: parallel single task num_threads(2) shared(n))                           \
    when(user = {condition(mode == 2)}: parallel num_threads(4)) when(user = {condition(mode == 3)}: critical)
  {
#pragma omp atomic
    n += 1 + 10 * omp_get_level();
  }
  for (int i = 0; i < N; i++)
    sum += a[i];
  return sum + 1000 * n;
}
#pragma omp end declare target

static int region(int mode, int *r)
{
  int n = 0, level = 0, a[N] = {0}, sum = 0, factor = 2;
#pragma omp target map(tofrom: n, level, a) map(from: r[0])
  {
    *r = function(mode);
#pragma omp metadirective when(user = {condition(mode == 1)}: parallel masked task num_threads(2) shared(n, level))                   \
    when(user = {condition(mode == 2)}: parallel num_threads(3)) otherwise(nothing)
    {
#pragma omp atomic
      n++;
#pragma omp atomic write
      level = omp_get_level();
    }
#pragma omp metadirective when(user = {condition(mode != 1)}: parallel simd num_threads(1) firstprivate(factor)) otherwise(simd)
    for (int i = 0; i < N; i++)
      a[i] += factor * i;
  }
  for (int i = 0; i < N; i++)
    sum += a[i];
  return 10000 * n + 1000 * level + sum;
}

/* Constructs of the device: of the same directive all, one, or none. */
static int devices(int mode)
{
  int a[N], sum = 0, n = 0;
  for (int i = 0; i < N; i++)
    a[i] = 0;
#pragma omp metadirective when(user = {condition(mode == 0)}: target parallel simd map(a) num_threads(1))                              \
    when(user = {condition(mode == 1)}: target simd map(a)) when(user = {condition(mode == 2)}: parallel masked target simd map(a))   \
    otherwise(simd)
  for (int i = 0; i < N; i++)
    a[i] += 2 * i;
#pragma omp metadirective when(user = {condition(mode == 0)}: target_data parallel map(a) num_threads(2))                              \
    when(user = {condition(mode == 1)}: parallel single target map(n))                                                              \
    when(user = {condition(mode == 2)}: target parallel map(n) num_threads(3)) otherwise(target map(n))
  {
#pragma omp atomic
    n++;
  }
  for (int i = 0; i < N; i++)
    sum += a[i];
  return sum + 10000 * n;
}

/* Directives without a statement. */
static int update(int mode)
{
  int x = 1, y = 0, shared = 0;
#pragma omp target data map(x)
  {
    x = 5;
    if (mode < 3)
#pragma omp metadirective when(user = {condition(mode == 1)}: parallel single target_update to(x))                                    \
    when(user = {condition(mode == 2)}: target update to(x)) otherwise(taskyield)
    else
      y = 100;
#pragma omp target map(tofrom: y, shared) map(x)
    {
      y += x;
      shared = omp_is_initial_device();
    }
  }
  return y == (mode < 3 ? 0 : 100) + (shared || mode == 1 || mode == 2 ? 5 : 1);
}

/* What stands in it sees what has been chosen. */
static int contexts(int mode, int host)
{
  int n = 0;
#pragma omp target if(!host) map(tofrom: n)
  {
#pragma omp metadirective when(user = {condition(mode == 0)}: parallel simd num_threads(3))                                           \
    when(user = {condition(mode == 1)}: parallel for num_threads(2)) otherwise(nothing)
    for (int j = 0; j < 2; j++) {
#pragma omp metadirective when(construct = {parallel, for}, user = {condition(j == 0)}: parallel single task num_threads(2) shared(n)) \
    when(construct = {parallel, for}: parallel single num_threads(3)) when(construct = {parallel, simd}: )                         \
    when(user = {condition(j == 1)}: parallel masked taskloop) otherwise(parallel simd num_threads(2))
      for (int i = 0; i < 1; i++) {
#pragma omp atomic
        n += 1;
      }
    }
  }
  return n;
}

int main(void)
{
  for (int mode = 0; mode < 4; mode++) {
    int r, d = region(mode, &r);
    printf("%d: %d %d %d %d %d %d %d %d %d\n", mode, loops(mode), blocks(mode), function(mode), r, d, devices(mode), update(mode),
           contexts(mode, 0), contexts(mode, 1));
  }
  printf("asked %d times\n", asked);
  return 0;
}
