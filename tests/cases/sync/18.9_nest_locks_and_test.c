#include <omp.h>
#include <stdio.h>

int main(void)
{
  int depth = 0, second = -1;
#pragma omp target map(tofrom: depth, second)
  {
    omp_nest_lock_t nest;
    omp_lock_t lock;
    omp_init_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    depth = omp_test_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    omp_destroy_nest_lock(&nest);
    omp_init_lock(&lock);
    omp_set_lock(&lock);
    second = omp_test_lock(&lock);
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
  }
  puts(depth == 2 && second == 0 ? "ok" : "nestable locks");
  return 0;
}
