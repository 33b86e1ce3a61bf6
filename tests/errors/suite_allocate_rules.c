// Lines with the comment "wrong" are wrong, and all others are right.
#include <omp.h>
int g; static int s; int u;
#pragma omp allocate(g) allocator(omp_default_mem_alloc)
#pragma omp allocate // wrong
#pragma omp allocate() // wrong
#pragma omp allocate(nosuch) // wrong
#pragma omp allocate(s) align(8) allocator(omp_default_mem_alloc)
#pragma omp allocate(u) align(3) // wrong
void f(int p, omp_allocator_handle_t h) {
  int a, b, c, d[4], e;
#pragma omp allocate(a)
#pragma omp allocate(c) allocator(omp_low_lat_mem_alloc) align(16)
#pragma omp allocate(p) // wrong
#pragma omp allocate(d[0]) // wrong
#pragma omp allocate(e) allocator(3.5) // wrong
#pragma omp allocate(e) allocator(h) allocator(h) // wrong
  {
#pragma omp allocate(e) // wrong
  }
#pragma omp parallel private(a) allocate(omp_default_mem_alloc: a)
  a = 1;
#pragma omp parallel private(a) allocate(allocator(h), align(8): a)
  a = 1;
#pragma omp parallel private(a) allocate(align(3): a) // wrong
  a = 1;
#pragma omp parallel private(a) allocate(b) // wrong
  a = 1;
#pragma omp parallel private(a) allocate(1.5: a) // wrong
  a = 1;
}
