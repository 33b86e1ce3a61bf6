// A file without any directive compiles; what its calls are given is warned of.
#include <omp.h>
int main(void) {
  omp_lock_t lock;
  omp_set_schedule(9, 1);
  omp_set_lock(&lock);
  return omp_pause_resource(7, 0);
}
