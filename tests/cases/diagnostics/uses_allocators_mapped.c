#include <omp.h>
void f(omp_allocator_handle_t mine)
{
#pragma omp target uses_allocators(mine) map(to: mine)
  ;
}
