// The number of devices is what the function returns.
#include <omp.h>
int main(void) {
  int x = 0;
#pragma omp target device(omp_get_num_devices) map(x)
  x = 1;
  return x;
}
