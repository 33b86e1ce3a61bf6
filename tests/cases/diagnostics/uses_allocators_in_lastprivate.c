#include <omp.h>
void f(int n, omp_allocator_handle_t a) {
#pragma omp target parallel for uses_allocators(a) lastprivate(a)
  for (int i = 0; i < n; i++)
    ;
}
