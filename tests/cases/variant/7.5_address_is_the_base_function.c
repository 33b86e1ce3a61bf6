// gcc: no (gcc-12 does not choose variants inside outlined target regions)
// Only calls are replaced: the address of a function with variants is its own.
#include <stdio.h>

int variant(int x) { return x + 10; }
#pragma omp declare variant(variant) match(construct = {target})
int base(int x) { return x; }

int main(void) {
  int called = 0, pointed = 0;
#pragma omp target map(from : called, pointed)
  {
    int (*volatile p)(int) = base;
    called = base(1);
    pointed = p(1);
  }
  if (called != 11 || pointed != 1)
    return printf("%d %d\n", called, pointed), 1;
  printf("ok\n");
}
