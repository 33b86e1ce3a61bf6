// gcc: no (gcc 12 adds the distance of the members to p twice where the host executes the region)
// The memory in front of the mapped members of a structure, which keeps their
// alignment, is nobody's.
#include <stdio.h>
#include <stdlib.h>

struct record {
  int before[12];
  int a, b, c;
};

int main(void) {
  struct record *p = aligned_alloc(64, 64);
  int r = 0;
  p->a = p->c = 1;
#pragma omp target map(to: p->a, p->c) map(tofrom: r)
  {
    int *q = &p->a;
#ifdef MISTAKE
    r = q[-1];
#else
    r = *q + p->c;
#endif
  }
  puts(r == 2 ? "ok" : "wrong");
  free(p);
  return 0;
}
