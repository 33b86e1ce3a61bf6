#include <omp.h>
int main(void) {
  omp_depend_t d;
#pragma omp task depend(in: d)
  ;
}
