#include <stdio.h>
#include <omp.h>
#include "f.h"
int main(void) {
  int r = 0;
  fn f = table[1];
  #pragma omp target map(to: table) map(tofrom: r) map(to: f)
  r = table[0](5) + 100 * f(7);
  printf(r == 2110 ? "ok\n" : "%d\n", r);
  return 0;
}
