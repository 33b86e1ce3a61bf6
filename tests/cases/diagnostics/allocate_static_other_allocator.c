#include <omp.h>
static int x;
static omp_allocator_handle_t mine;
#pragma omp allocate(x) allocator(mine)
