// gcc: no (gcc 12 takes no variable beside a section through its members)
// The pointer is a member of one element of an array, all of which the region maps: the help maps the array.
#include <stdio.h>
#include <stdlib.h>
struct v { int n; int *d; };
int main(void) {
  struct v t[3]; int wrong = 0;
  for (int i = 0; i < 3; i++) { t[i].n = 4; t[i].d = calloc(4, sizeof(int)); }
#ifdef MISTAKE
#pragma omp target enter data map(to: t[1].d[:4])
#pragma omp target map(tofrom: t)
#else
#pragma omp target enter data map(to: t[1].d[:4], t)
#pragma omp target
#endif
  for (int i = 0; i < 4; i++) t[1].d[i] += i;
#pragma omp target exit data map(from: t[1].d[:4]) map(release: t)
  for (int i = 0; i < 4; i++) wrong += t[1].d[i] != i;
  printf(wrong ? "wrong: %d\n" : "ok\n", wrong);
  return wrong;
}
