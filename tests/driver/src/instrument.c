#include <stdio.h>
/* -finstrument-functions: the host's hooks count what device code of the CPU enters and leaves. */
static int depth, deepest, entered;
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *fn, void *site) { entered++; if (++depth > deepest) deepest = depth; }
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *fn, void *site) { depth--; }
#pragma omp begin declare target
__attribute__((no_instrument_function)) static int quiet(int x) { return x + 1; }
static inline int inner(int x) { return quiet(x) * 2; }
__attribute__((noinline)) int outer(int x) { return inner(x) + inner(x + 1); }
#pragma omp end declare target
__attribute__((no_instrument_function)) int main(void)
{
  int r = 1;
#pragma omp target map(tofrom: r)
  r = outer(r);
  printf("%d %d %d %d\n", r, entered, depth, deepest);
  return 0;
}
