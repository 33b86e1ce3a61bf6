#include <omp.h>
static omp_lock_t shared;
static omp_lock_t started;
void start(void)
{
  omp_init_lock(&started);
}
void f(int *x)
{
  omp_lock_t lock, good;
  omp_nest_lock_t nest;
  omp_init_lock(&good);
#pragma omp parallel
  {
    omp_set_lock(&lock);
    omp_set_lock(&shared);
    omp_set_lock(&started);
    omp_set_lock(&good);
    x[0]++;
    omp_unset_lock(&good);
    omp_unset_lock(&started);
    omp_unset_lock(&shared);
    omp_unset_lock(&lock);
  }
  omp_destroy_nest_lock(&nest);
  omp_destroy_lock(&good);
}
void g(int *x)
{
  omp_depend_t d, e;
  omp_interop_t o, p;
#pragma omp depobj(e) depend(inout: x[0])
#pragma omp task depend(depobj: d, e)
  x[0]++;
#pragma omp depobj(e) destroy
#pragma omp interop init(targetsync: p)
#pragma omp interop use(p)
#pragma omp interop use(o)
#pragma omp interop destroy(p)
}
