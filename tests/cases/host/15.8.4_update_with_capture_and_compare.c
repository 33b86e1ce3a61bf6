// OpenMP 5.2 §15.8.4: update may stand beside capture and compare, which extend it, on the host and on a device.
#include <stdio.h>
int main(void) {
  int n = 0, most = 0, seen = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 1; i <= 100; i++) {
    int now;
#pragma omp atomic update capture
    { n += 1; now = n; }
#pragma omp atomic compare update seq_cst
    if (most < i) { most = i; }
    if (now == 100) {
#pragma omp atomic write
      seen = 1;
    }
  }
  printf("%d %d %d\n", n, most, seen);
  n = most = 0;
#pragma omp target parallel for map(tofrom: n, most) num_threads(4)
  for (int i = 1; i <= 100; i++) {
    int before;
#pragma omp atomic capture update
    before = n++;
    (void)before;
#pragma omp atomic update compare
    if (most < i) { most = i; }
  }
  printf("%d %d\n", n, most);
  return 0;
}
