#include <stdio.h>

static int in_parallel(void) { return 2; }
static int in_loop(void) { return 3; }
static int on_gpu(void) { return 4; }

#pragma omp declare variant(in_parallel) match(construct={parallel})
#pragma omp declare variant(in_loop) match(construct={parallel, for})
#pragma omp declare variant(on_gpu) match(device={kind(gpu)})
static int f(void) { return 1; }

#ifdef GPU
enum { THERE = 4 };
#else
enum { THERE = 1 };
#endif

int main(void)
{
  int a = f(), b = 0, c = 0, d = 0;
#pragma omp parallel num_threads(2) reduction(max: b)
  b = f();
#pragma omp parallel for num_threads(2) reduction(max: c)
  for (int i = 0; i < 2; i++) c = f();
#pragma omp target map(from: d)
  d = f();
  int (*p)(void) = f; /* only calls by name are replaced */
  printf(a == 1 && b == 2 && c == 3 && d == THERE && p() == 1 ? "ok\n" : "%d %d %d %d\n", a, b, c, d);
  return 0;
}
