#include <omp.h>
omp_lock_t lock;
omp_nest_lock_t nest;
int flag;
void use(void *any)
{
  omp_init_lock(&nest);
  omp_set_nest_lock(&lock);
  omp_unset_lock(&flag);
  omp_test_lock(any);
#pragma omp barrier
}
