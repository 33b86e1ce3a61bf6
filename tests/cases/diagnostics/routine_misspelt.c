#include <omp.h>
int main(void) {
  int x = 0;
#pragma omp parallel
  x = omp_get_num_thread();
  return x + omp_get_foo();
}
