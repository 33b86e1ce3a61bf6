// gcc: no (gcc-12 does not know taskgraph)
// flags: -fopenmp-version=60
/* OpenMP 6.0 §14.3: the tasks of a taskgraph are complete at its end, each time it is executed. */
#include <stdio.h>

static void host(int *a, int n, int round)
{
#pragma omp taskgraph graph_id(round % 2)
  for (int i = 0; i < n; i++) {
#pragma omp task depend(inout: a[i]) shared(a) replayable
    a[i] += i;
#pragma omp task depend(inout: a[i]) shared(a)
    a[i] *= 2;
  }
}

int main(void)
{
  int a[8] = {0}, b[8] = {0}, bad = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int r = 0; r < 3; r++) {
    host(a, 8, r);
#pragma omp taskgraph graph_reset(r == 2) nogroup
    {
#pragma omp task
      ;
    }
#pragma omp taskwait
  }
#pragma omp target map(tofrom: b)
  for (int r = 0; r < 3; r++) {
#pragma omp taskgraph if(r > 0)
    for (int i = 0; i < 8; i++) {
#pragma omp task depend(inout: b[i]) shared(b) replayable
      b[i] += i;
#pragma omp task depend(inout: b[i]) shared(b)
      b[i] *= 2;
    }
  }
  for (int i = 0; i < 8; i++)
    bad += a[i] != 14 * i || b[i] != 14 * i;
  if (bad)
    return printf("%d wrong: a[1] is %d, b[1] %d\n", bad, a[1], b[1]), 1;
  puts("ok");
}
