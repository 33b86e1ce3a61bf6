#include <omp.h>
void f(int *p, int k) {
omp_allocator_handle_t al;
#pragma omp target uses_allocators(omp_default_mem_alloc, omp_default_mem_alloc)
;
}
