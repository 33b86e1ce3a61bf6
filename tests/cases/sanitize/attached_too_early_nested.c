// The pointer is a member of a structure in a structure: the help maps the whole variable, which other constructs map, too.
#include <stdio.h>
#include <stdlib.h>
struct in { int k; double *p; }; struct out { struct in q; int pad[9]; };
int main(void) {
  struct out a; int n = 50, wrong = 0; a.q.p = calloc(n, sizeof(double)); a.q.k = 1;
#ifdef MISTAKE
#pragma omp target enter data map(to: a.q.p[:n])
#else
#pragma omp target enter data map(to: a.q.p[:n]) map(to: a)
#endif
#pragma omp target
  for (int i = 0; i < n; i++) a.q.p[i] += i;
#pragma omp target exit data map(from: a.q.p[:n]) map(release: a)
  for (int i = 0; i < n; i++) wrong += a.q.p[i] != i;
  printf(wrong ? "wrong: %d\n" : "ok\n", wrong);
  return wrong;
}
