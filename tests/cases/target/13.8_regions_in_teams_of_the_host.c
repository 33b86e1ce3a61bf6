// Target regions and target tasks in parallel, ordered and critical regions of the host, with private variables of its threads (OpenMP 5.2 §13.8).
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "../check.h"
#define T 4
#define N 512
int main(void)
{
  double glob[T][N]; int ids[T], sum = 0, tsum = 0;
  #pragma omp parallel num_threads(T) reduction(+: sum) shared(tsum)
  {
    int me = omp_get_thread_num(); double mine[N]; int cnt = 0;
    ids[me] = me;
    #pragma omp target teams distribute parallel for map(from: mine) firstprivate(me) reduction(+: cnt)
    for (int i = 0; i < N; i++) { mine[i] = me * 1000 + i; cnt++; }
    memcpy(glob[me], mine, sizeof mine);
    sum += cnt;
    #pragma omp target map(tofrom: sum)
    sum += 1;
    #pragma omp target data map(tofrom: mine)
    {
      #pragma omp target nowait depend(out: mine)
      mine[0] = -1;
      #pragma omp target nowait depend(inout: mine)
      mine[0] *= 2;
      #pragma omp taskwait
    }
    if (mine[0] != -2) sum += 100000;
    #pragma omp barrier
    #pragma omp for ordered
    for (int k = 0; k < T; k++) {
      #pragma omp ordered
      {
        #pragma omp target map(tofrom: tsum)
        tsum = tsum * 10 + k;
      }
    }
    #pragma omp critical
    {
      #pragma omp target map(tofrom: tsum)
      tsum += 1;
    }
  }
  CHECK(sum == T * (N + 1)); CHECK(tsum == 123 + T);
  for (int t = 0; t < T; t++) { CHECK(ids[t] == t); for (int i = 0; i < N; i++) CHECK(glob[t][i] == t * 1000 + i); }
  #pragma omp parallel num_threads(2) default(none) shared(glob)
  {
    #pragma omp single
    #pragma omp target teams loop collapse(2) map(tofrom: glob)
    for (int t = 0; t < T; t++) for (int i = 0; i < N; i++) glob[t][i] = t - i;
  }
  CHECK(glob[3][5] == -2);
  if (!errors)
    puts("ok");
  return errors != 0;
}
