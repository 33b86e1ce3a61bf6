// gcc: no (gcc-12 has no metadirective)
/* OpenMP 5.2 §7.4, §10.2: conditions over members and elements that only the device has choose among teams constructs. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
struct cfg { int mode, n; int *p; };
static int run(struct cfg c) {
  int s = 0, t = -1; int *p = c.p; int n = c.n;
#pragma omp target data map(to: p[:n])
  {
#pragma omp target map(tofrom: s, t) map(to: c) 
#pragma omp metadirective when(user = {condition(c.mode == 1 && p[0] == 0)}: teams distribute parallel for num_teams(2) reduction(+: s)) when(user = {condition(p[n - 1] > 5)}: teams distribute num_teams(3) reduction(+: s)) otherwise(parallel for reduction(+: s))
    for (int i = 0; i < n; i++) {
      s += p[i];
      if (i == n - 1) t = omp_get_num_teams();
    }
  }
  return s * 10 + t;
}
int main(void) {
  int a[10], dev = 0; for (int i = 0; i < 10; i++) a[i] = i;
#pragma omp target map(from: dev)
  dev = !omp_is_initial_device();
  int r1 = run((struct cfg){1, 10, a}), r2 = run((struct cfg){0, 10, a}), r3 = run((struct cfg){0, 3, a});
  IN(r1, 451, 452); IN(r2, 451, 453); EQ(r3, 31);
  if (dev) { EQ(r1, 452); EQ(r2, 453); }
  END;
}
