// only: device
// gcc: no (libgomp's threads wait for those that left)
// env: OMP_CANCELLATION=true
// lockstep: no (threads of a warp wait for each other at cancellation points: docs/errors.md)
// OpenMP 5.2 §16.1: a parallel region is cancelled from blocks with arrays of variable length, beside tasks with events.
#include <omp.h>
#include <stdio.h>
int main(void)
{
  int total = 0, done = 0;
#pragma omp target map(tofrom: total, done)
  for (int round = 0; round < 20; round++) {
    int r = 0;
#pragma omp parallel num_threads(6) reduction(+: r)
    {
      int me = omp_get_thread_num();
      int v[me + 2];
      for (int i = 0; i < me + 2; i++) v[i] = i;
      omp_event_handle_t e;
      int mine = 0;
      for (int k = 0; k < 5; k++) {
        int w[k + 3];
        w[k] = k;
#pragma omp task detach(e) shared(mine)
        mine++;
        omp_fulfill_event(e);
        if (k == round % 5 && me == round % 6) {
          int z[w[k] + 1];
          z[0] = 1;
#pragma omp cancel parallel
          r += z[0] * 1000;
        }
#pragma omp taskwait
#pragma omp for schedule(dynamic, 1) nowait
        for (int i = 0; i < 12; i++) r += v[1] * 0;
#pragma omp single nowait
        r += 0;
        r++;
#pragma omp barrier
        if (omp_get_num_threads() > 6) r += 100000;
      }
    }
#pragma omp atomic
    total += r;
    done++;
  }
  /* In each round the threads have been behind as many loops as the one that cancels. */
  if (done != 20 || total != 6 * (0 + 1 + 2 + 3 + 4) * 4)
    printf("%d %d\n", done, total);
  else
    puts("ok");
  return 0;
}
