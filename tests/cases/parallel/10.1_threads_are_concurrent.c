// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
  /* Two threads that wait for each other end only if both really run. */
  int n = 0, flag[2] = {0, 0};
#pragma omp target map(tofrom: n, flag)
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    if (all == 2) {
#pragma omp atomic write seq_cst
      flag[me] = 1;
      int other;
      do {
#pragma omp atomic read seq_cst
        other = flag[1 - me];
      } while (!other);
    }
    if (me == 0)
      n = all;
  }
  puts(n == 2 ? "ok" : "num_threads(2)");
  return 0;
}
