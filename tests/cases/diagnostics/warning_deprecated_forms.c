// flags: -Wdeprecated-openmp
#include <omp.h>
#pragma omp declare target
static int g;
#pragma omp end declare target
#pragma omp declare target
#pragma omp end declare target
#pragma omp begin declare target
#pragma omp end declare target
static int in(omp_allocator_handle_t a)
{
  omp_alloctrait_t t[1] = {{omp_atk_alignment, 64}};
  int s = 0, d[4] = {0};
#pragma omp target uses_allocators(a(t)) map(always close to: s) map(present, tofrom: d[0 : 4])
  d[0] = s;
#pragma omp target uses_allocators(traits(t): a) map(tofrom: d[s ? 0 : 1 : 2])
  d[1] = 1;
#pragma omp parallel proc_bind(master) reduction(- : s)
  s -= 1;
#pragma omp parallel proc_bind(primary)
  ;
  return d[0] + g;
}
int main(void)
{
  return in(omp_default_mem_alloc);
}
