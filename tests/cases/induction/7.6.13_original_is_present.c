// only: device
// flags: -fopenmp-version=60
// gcc: no (induction is new in 6.0)
// OpenMP 6.0 §7.6.13: the original list item is the one on the device if it is present,
// not the host's variable; also when the construct waits for a task that writes it.
#include <stdio.h>
#define N 1000

int main(void) {
  int on = 10, last = 0, bad = 0;
  static int v[N];
  #pragma omp target data map(to: on) map(from: v)
  {
    on = 99;
    #pragma omp target teams distribute parallel for induction(step(1), +: on)
    for (int i = 0; i < N; i++)
      v[i] = on++;
    #pragma omp target map(from: last)
    last = v[N - 1];
  }
  for (int i = 0; i < N; i++)
    bad += v[i] != 10 + i;
  bad += last != 10 + N - 1 || on != 99;

  #pragma omp target enter data map(to: on)
  #pragma omp target nowait depend(out: on) map(tofrom: on)
  on = 5;
  #pragma omp target teams distribute parallel for nowait depend(inout: on) induction(step(2), +: on) map(from: v)
  for (int i = 0; i < N; i++) {
    v[i] = on;
    on += 2;
  }
  #pragma omp taskwait
  #pragma omp target exit data map(from: on)
  for (int i = 0; i < N; i++)
    bad += v[i] != 5 + 2 * i;
  bad += on != 5 + 2 * N;
  printf(bad ? "%d wrong\n" : "ok\n", bad);
  return bad != 0;
}
