#include <omp.h>
omp_lock_t lock;
omp_nest_lock_t nest;
void init(void)
{
  omp_init_lock_with_hint(&lock, omp_sync_hint_contended | omp_sync_hint_uncontended);
  omp_init_nest_lock_with_hint(&nest, omp_sync_hint_speculative | omp_sync_hint_nonspeculative);
#pragma omp barrier
}
