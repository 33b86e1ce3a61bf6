#include <omp.h>
int main(void) {
  omp_depend_t d;
  int x, y;
#pragma omp depobj(d) depend(in: x, y)
}
