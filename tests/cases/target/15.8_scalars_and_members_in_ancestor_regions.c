// only: device
// gcc: no (libgomp 12 has no reverse offload)
// Scalars and members that an ancestor region changes are those of the host (6.0 §15.8).
// Scalars, members and pointers that an ancestor region names in clauses of directives inside are the parent's storage.
#include <stdio.h>
#pragma omp requires reverse_offload
struct s { int a, b; double d; };
int main(void) { int s = 0, t = 0; struct s v = {1, 2, 3}; int *p = &t, bad = 0;
  #pragma omp target map(tofrom: s, t, v) map(to: p) 
  {
    s = 5; v.b = 7;
    #pragma omp target device(ancestor: 1) map(always, tofrom: s, v) 
    { bad |= s != 5 || v.b != 7; s = 2; v.d = 9;
      #pragma omp parallel num_threads(2) reduction(+: s)
      s += 1; }
  }
  bad |= (s < 3) * 2 | (v.d != 9) * 4 | (v.b != 7) * 8; (void)p;
  printf(bad ? "wrong %d %d %g\n" : "ok\n", bad, s, v.d); return bad; }
