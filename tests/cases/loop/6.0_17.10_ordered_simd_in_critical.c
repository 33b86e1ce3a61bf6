/* OpenMP 6.0 §17.10: ordered simd binds to the lanes of one thread, so its simd loop may be in critical or in a task. */
#include <stdio.h>
int main(void) {
  int a[16] = {0}, s = 0;
  #pragma omp parallel num_threads(2)
  #pragma omp critical
  {
  #pragma omp simd
  for (int i = 0; i < 16; i++) {
    #pragma omp ordered simd
    a[i]++;
  }
  }
  for (int i = 0; i < 16; i++) s += a[i];
  #pragma omp target map(tofrom: a)
  #pragma omp task
  #pragma omp simd
  for (int i = 0; i < 16; i++) {
    #pragma omp ordered simd
    a[i]++;
  }
  if (s % 16 || a[3] < 2) return 1;
  puts("ok");
}
