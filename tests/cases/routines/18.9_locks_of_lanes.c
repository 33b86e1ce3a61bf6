#include <omp.h>
#include <stdio.h>

/* Threads that execute in lockstep want the same lock, locks of an array, and one lock inside of another. */

enum { N = 64 };

int main(void)
{
  int x = 0, y[4] = {0}, both = 0, chain = 0;
  omp_lock_t one, many[4], outer, inner;
#pragma omp target map(alloc: one, many, outer, inner) map(tofrom: x, y, both, chain)
  {
    omp_init_lock(&one);
    omp_init_lock(&outer);
    omp_init_lock(&inner);
    for (int k = 0; k < 4; k++)
      omp_init_lock(&many[k]);
#pragma omp parallel num_threads(N)
    {
      omp_set_lock(&one);
      int old = x;
      x = old + 1;
      omp_unset_lock(&one);
      int k = omp_get_thread_num() % 4;
      omp_set_lock(&many[k]);
      for (int i = 0; i < 9; i++) {
        if (i == 2)
          break;
        y[k]++;
      }
      omp_unset_lock(&many[k]);
      omp_set_lock(&outer);
      omp_set_lock(&inner);
      both++;
      omp_unset_lock(&inner);
      if (old >= 0)
        both++;
      omp_unset_lock(&outer);
      omp_set_lock(&outer); /* hand over hand */
      chain++;
      omp_set_lock(&inner);
      omp_unset_lock(&outer);
      omp_unset_lock(&inner);
    }
  }
  int bad = x != N || both != 2 * N || chain != N;
  for (int k = 0; k < 4; k++)
    bad += y[k] != 2 * N / 4;
  puts(bad ? "a lock did not exclude the others" : "ok");
  return 0;
}
