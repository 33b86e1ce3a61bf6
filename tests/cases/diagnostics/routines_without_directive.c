// A file without any directive: its calls of routines are looked at for their own sake.
#include <omp.h>
int main(void) {
  omp_nest_lock_t nest;
  omp_lock_t lock;
  omp_set_num_threads(0);
  omp_set_lock(&nest);
  omp_set_lock(&lock);
  void *p = omp_target_alloc(100, -7);
  return p != 0;
}
