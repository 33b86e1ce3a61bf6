// gcc: no (gcc-12 does not know begin declare variant)
// Nested begin declare variant regions: the outer selector is appended to the inner one; construct
// selectors hold at the call; the selector with the higher score is taken.
#include <stdio.h>

int f(void) { return 1; }

#pragma omp begin declare variant match(construct = {parallel})
int f(void) { return 2; }
#pragma omp end declare variant

#pragma omp begin declare variant match(construct = {for})
#pragma omp begin declare variant match(construct = {parallel})
int f(void) { return 3; } // construct = {parallel, for}
#pragma omp end declare variant
#pragma omp end declare variant

#pragma omp begin declare variant match(device = {kind(nohost)})
#pragma omp begin declare variant match(user = {condition(score(1000) : 1)})
int f(void) { return 4; }
#pragma omp end declare variant
#pragma omp end declare variant

#pragma omp begin declare variant match(construct = {target, parallel}, user = {condition(score(5000) : 1)})
int f(void) { return 5; }
#pragma omp end declare variant

int main(void) {
  int a = f(), b = 0, c = 0, d = 0, e = 0;
#pragma omp parallel num_threads(1)
  b = f();
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 1; i++)
    c = f();
  int device = 0;
#pragma omp target map(from : d, e, device)
  {
    extern int omp_is_initial_device(void);
    device = !omp_is_initial_device();
    d = f();
#pragma omp parallel num_threads(1)
    e = f();
  }
  if (a != 1 || b != 2 || c != 3)
    return printf("host %d %d %d\n", a, b, c), 1;
  if (d != (device ? 4 : 1) || e != 5)
    return printf("device %d: %d %d\n", device, d, e), 1;
  printf("ok\n");
}
