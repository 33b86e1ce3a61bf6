// The limit holds for the contention group of the region's initial thread, on the
// device and where the region executes on the host (5.2 §13.3); after it the old
// one holds again.
#include <omp.h>
#include <stdio.h>

static int threads(void) {
  int k = 0;
#pragma omp parallel reduction(+: k)
  k++;
  return k;
}

int main(void) {
  int two = 2, k = 0, limit = 0, wrong = 0;
  omp_set_num_threads(5);
#pragma omp target thread_limit(two) map(tofrom: k, limit)
  {
    limit = omp_get_thread_limit();
#pragma omp parallel num_threads(8) reduction(+: k)
    k++;
  }
  if (k < 1 || k > 2 || limit != 2)
    printf("target: %d threads, limit %d\n", k, limit), wrong = 1;
  if (threads() != 5)
    printf("the limit still holds after the region\n"), wrong = 1;
  k = 0;
#pragma omp target parallel for thread_limit(3) num_threads(8) map(tofrom: k)
  for (int i = 0; i < 64; i++) {
    int n = omp_get_num_threads();
#pragma omp critical
    k = n > k ? n : k;
  }
  if (k < 1 || k > 3)
    printf("target parallel for: %d threads\n", k), wrong = 1;
  k = 0;
#pragma omp target thread_limit(two - 1) nowait depend(out: k) map(tofrom: k)
#pragma omp parallel num_threads(4) reduction(+: k)
  k++;
#pragma omp taskwait
  if (k != 1)
    printf("nowait: %d threads\n", k), wrong = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int j = 0;
#pragma omp target thread_limit(2) map(tofrom: j)
#pragma omp parallel num_threads(4) reduction(+: j)
    j++;
    if (j < 1 || j > 2)
      printf("in parallel: %d threads\n", j), wrong = 1;
  }
  if (!wrong)
    printf("ok\n");
  return wrong;
}
