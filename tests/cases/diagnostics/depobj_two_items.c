int x, y;
#include <omp.h>
void f(int *p, int k) {
omp_depend_t o;
#pragma omp depobj(o) depend(in: x, y)
}
