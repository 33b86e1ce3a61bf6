// OpenMP 5.2 §18.2.14, §18.2.17: the level of nested regions, in the construct itself and in
// functions that are called there.
#include <omp.h>
#include <stdio.h>

#pragma omp begin declare target
int depth(void);
int depth(void) { return omp_get_level(); }

static int deeper(int *at)
{
  int most = 0;
#pragma omp parallel num_threads(2) reduction(max: most)
  {
    most = omp_get_level() * 10 + depth();
    if (omp_get_thread_num() == 0)
      *at = omp_get_team_size(omp_get_level());
  }
  return most;
}
#pragma omp end declare target

int main(void)
{
  int outer = 0, inner = 0, innermost = 0, called = 0, ancestor = -9, size = -9, own = -9;
#pragma omp target parallel num_threads(3) map(tofrom: outer, inner, innermost, called, ancestor, size, own)
  {
#pragma omp critical
    outer = omp_get_level() * 10 + depth();
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
      inner = omp_get_level() * 10 + depth();
#pragma omp parallel num_threads(2)
#pragma omp critical
      {
        int alone;
        innermost = omp_get_level() * 10 + depth();
        called = deeper(&alone);
        if (omp_get_ancestor_thread_num(1) == 1) {
          ancestor = omp_get_ancestor_thread_num(4);
          size = omp_get_team_size(3) >= 1 && alone >= 1;
          own = omp_get_ancestor_thread_num(3) == omp_get_thread_num();
        }
      }
    }
  }
  printf("%d %d %d %d, %d %d %d\n", outer, inner, innermost, called, ancestor, size, own);
  return 0;
}
