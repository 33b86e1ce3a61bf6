// env: OMP_CANCELLATION=true
/* OpenMP 5.2 §16.1: loops that are cancelled with dynamic schedules, and in chunks of dist_schedule; what follows them is
 * executed as ever. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
int main(void) {
  int c = omp_get_cancellation(); long s[3] = {0}; int last = -5, n = 0;
#pragma omp target map(tofrom: s, n, last)
  {
#pragma omp parallel num_threads(4)
    {
      for (int rep = 0; rep < 5; rep++) {
#pragma omp for schedule(dynamic, 3)
        for (int i = 0; i < 1000; i++) {
#pragma omp atomic
          s[0]++;
          for (int k = 0; k < 3; k++) {
            if (i == 500 + rep && k == 1) {
#pragma omp cancel for
            }
#pragma omp atomic
            s[1]++;
          }
#pragma omp cancellation point for
#pragma omp atomic
          s[2]++;
        }
#pragma omp for lastprivate(last)
        for (int i = 0; i < 100; i++) { last = i; }
#pragma omp single
        n++;
      }
    }
  }
  EQ(n, 5); EQ(last, 99);
  if (c) { IN(s[0], 5, 4999); IN(s[2], 0, s[0]); } else { EQ(s[0], 5000); EQ(s[1], 15000); EQ(s[2], 5000); }
  int u = 0;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) dist_schedule(static, 50) schedule(dynamic, 1) map(tofrom: u)
  for (int i = 0; i < 400; i++) {
#pragma omp atomic
    u++;
    if (i % 50 == 10) {
#pragma omp cancel for
    }
#pragma omp cancellation point for
  }
  if (c) IN(u, 8, 399); else EQ(u, 400);
  END;
}
