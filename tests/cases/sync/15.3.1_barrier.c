#include <omp.h>
#include <stdio.h>

int main(void)
{
  int bad = 0;
#pragma omp target map(tofrom: bad)
  {
    int a[8] = {0};
#pragma omp parallel num_threads(4)
    {
      int me = omp_get_thread_num(), n = omp_get_num_threads();
      for (int round = 1; round <= 20; round++) {
        a[me] = round;
#pragma omp barrier
        for (int k = 0; k < n; k++)
          if (a[k] != round) {
#pragma omp atomic
            bad += 1;
          }
#pragma omp barrier
      }
    }
  }
  puts(bad == 0 ? "ok" : "barrier");
  return 0;
}
