#include <omp.h>
int main(void) {
  int x = 0, t = 1;
  omp_allocator_handle_t a;
#pragma omp target uses_allocators(traits(t): a) allocate(a: x) firstprivate(x)
  x++;
}
