#include <omp.h>
#include <stdio.h>

extern int in_library;
static int first, second;

static int up(void) {
  int x = 0;
  #pragma omp target map(tofrom: x)
  x += omp_is_initial_device() ? 100 : 1;
  return x;
}

__attribute__((constructor(101))) static void begin(void) { first = up(); }
__attribute__((constructor)) static void go_on(void) { second = up(); }

int main(void) { printf("%d %d %d %d\n", in_library, first, second, up()); }
