#include <omp.h>
int main(void) {
  omp_interop_t o = omp_interop_none;
#pragma omp target map(o)
  {
#pragma omp interop init(target: o)
  }
}
