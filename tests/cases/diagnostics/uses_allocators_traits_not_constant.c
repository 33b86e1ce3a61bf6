#include <omp.h>
extern const omp_alloctrait_t elsewhere[2];
int main(int argc, char **argv) {
  const omp_alloctrait_t t[] = {{omp_atk_alignment, 64}, {omp_atk_pool_size, argc}};
  int x = 0;
  omp_allocator_handle_t a, b;
#pragma omp target uses_allocators(traits(t): a) uses_allocators(traits(elsewhere): b) map(from: x)
  x = omp_alloc(4, a) != omp_alloc(4, b);
  return x;
}
