/* OpenMP 5.2 §10.1, §11: parallel regions in parallel regions, and what threads share in them, on the device. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
int main(void) {
  int r[16] = {0}; long s = 0; int k3 = 0; int order[20]; int k = 0;
#pragma omp target map(tofrom: r, s, order, k, k3)
  {
    omp_set_max_active_levels(2);
    r[14] = omp_get_max_active_levels();
#pragma omp parallel num_threads(3) reduction(+: s)
    {
      int me = omp_get_thread_num(); long in = 0;
#pragma omp parallel num_threads(2) reduction(+: in) firstprivate(me)
      {
        in += me + 1;
#pragma omp for
        for (int i = 0; i < 10; i++) in += i;
      }
      s += in;
      int v = 0;
#pragma omp single copyprivate(v)
      v = 42;
#pragma omp atomic
      r[0] += v;
#pragma omp barrier
#pragma omp for ordered schedule(dynamic)
      for (int i = 0; i < 20; i++) {
#pragma omp ordered
        order[k++] = i;
      }
#pragma omp sections reduction(+: r[1:2])
      {
#pragma omp section
        r[1] += 1;
#pragma omp section
        r[2] += 2;
#pragma omp section
        { r[1] += 10;
#pragma omp parallel for num_threads(2)
          for (int q = 0; q < 4; q++)
            __atomic_fetch_add(&k3, 1, 0);
        }
      }
#pragma omp masked filter(1)
      r[4] = omp_get_thread_num() + 100;
#pragma omp critical
      r[5]++;
    }
    r[6] = omp_get_level();
#pragma omp parallel for collapse(2) reduction(max: r[7]) lastprivate(k)
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (i * j > r[7]) r[7] = i * j; k = i + j; }
  }
  int nt = r[5];
  IN(nt, 1, 3);
  EQ(r[0], 42 * nt); EQ(r[1], 11); EQ(r[2], 2); EQ(k3, 4); if (nt > 1) EQ(r[4], 101); EQ(r[6], 0); EQ(r[7], 4); EQ(k, 4);
  for (int i = 0; i < 20; i++) EQ(order[i], i);
  // each team adds 45 + (me+1)*inner threads
  IN(s, 45 * nt + nt * (nt + 1) / 2, 45 * nt + nt * (nt + 1));
  IN(r[14], 1, 2);
  END;
}
