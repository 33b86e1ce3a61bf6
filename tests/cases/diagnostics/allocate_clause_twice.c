int x;
#include <omp.h>
void f(int *p, int k) {
#pragma omp parallel private(x) allocate(omp_high_bw_mem_alloc: x) allocate(omp_default_mem_alloc: x)
x=0;
}
