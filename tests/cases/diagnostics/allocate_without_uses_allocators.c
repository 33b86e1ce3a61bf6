#include <omp.h>
void f(omp_allocator_handle_t a) {
  int x = 1;
#pragma omp target firstprivate(x) allocate(a: x)
  x = 2;
}
