#include <omp.h>

int in_library;

int up(void) {
  int x = 0;
  #pragma omp target map(tofrom: x)
  x += omp_is_initial_device() ? 100 : 1;
  return x;
}

__attribute__((constructor)) static void begin(void) { in_library = up(); }
