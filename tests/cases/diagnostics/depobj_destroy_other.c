#include <omp.h>
void f(int *p, int k) {
omp_depend_t o, q;
#pragma omp depobj(o) destroy(q)
}
