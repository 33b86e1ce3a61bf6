// The allocators of allocate clauses have the type of allocators.
#include <omp.h>
struct pool { int n; };
void f(int x, double share, struct pool pool, omp_allocator_handle_t a)
{
#pragma omp parallel private(x) allocate(allocator(0.0): x)
    x = 1;
#pragma omp parallel firstprivate(x) allocate(share: x)
    x = 1;
#pragma omp task firstprivate(x) allocate(allocator(pool), align(16): x)
    x = 1;
#pragma omp parallel private(x) allocate(allocator(a): x)
    x = 1;
}
