#include <omp.h>
int main(void) {
  omp_depend_t o;
  int x;
#pragma omp depobj(o) depend(in : x) destroy
}
