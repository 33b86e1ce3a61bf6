// gcc: no (it takes the clause once)
// OpenMP 5.2 §8.2.1: all requires directives of a file that say atomic_default_mem_order have the same argument, as those of a
// header and of what includes it.
#include <stdio.h>

#pragma omp requires atomic_default_mem_order(acq_rel)
#pragma omp requires atomic_default_mem_order(acq_rel) dynamic_allocators
#pragma omp requires atomic_default_mem_order(acq_rel)

int main(void)
{
  int x = 0, y = 0, bad = 0;
#pragma omp target map(tofrom: x, bad)
#pragma omp parallel num_threads(4)
  {
    int seen;
#pragma omp atomic capture
    seen = x++;
    if (seen < 0 || seen > 3)
#pragma omp atomic write
      bad = 1;
  }
#pragma omp parallel num_threads(2)
#pragma omp atomic
  y++;
  puts(x >= 1 && x <= 4 && y >= 1 && y <= 2 && !bad ? "ok" : "wrong");
  return bad;
}
