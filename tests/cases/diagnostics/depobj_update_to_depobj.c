#include <omp.h>
void f(int *p, int k) {
omp_depend_t o;
#pragma omp depobj(o) update(depobj)
}
