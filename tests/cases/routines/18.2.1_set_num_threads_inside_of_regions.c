/* OpenMP 5.2 §2.4, §18.2.1: each thread of a parallel region has a nthreads-var of its own, which is gone behind the region. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
#pragma omp begin declare target
static int max(void) { return omp_get_max_threads(); }
static void set(int n) { omp_set_num_threads(n); }
static int region(int n) {
  int r = 0;
#pragma omp parallel num_threads(2) reduction(max: r)
  { if (omp_get_thread_num() == 0) set(n); r = omp_get_thread_num() == 0 ? max() : 0; }
  return r * 1000 + max();
}
#pragma omp end declare target
int main(void) {
  int a = 0, b = 0, c = 0, d = 0, e = 0;
#pragma omp target map(tofrom: a, b, c, d, e)
  {
    set(6);
    a = region(11);
    b = region(12);
    c = max();
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 0) d = max();
      set(20 + omp_get_thread_num());
#pragma omp barrier
      if (omp_get_thread_num() == 0) e = max();
    }
    e = e * 100 + max();
  }
  EQ(a, 11006); EQ(b, 12006); EQ(c, 6); EQ(d, 6); EQ(e, 2006);
  END;
}
