// flags: -fopenmp-version=60
// gcc: no (refuses atomic in loop)
// OpenMP 6.0 §12.3: atomic may stand in a region of loop, and functions called there may have constructs.
#include <omp.h>
#include <stdio.h>
static int f(int i) {
  int s = 0;
  #pragma omp simd reduction(+: s)
  for (int k = 0; k < 4; k++) s += i;
  #pragma omp parallel for reduction(+: s) num_threads(2)
  for (int k = 0; k < 4; k++) s += i;
  return s;
}
#pragma omp declare_target enter(f)
int main(void) {
  int total = 0, sum = 0, a[32];
  #pragma omp target teams loop map(tofrom: total) map(from: a) 
  for (int i = 0; i < 32; i++) {
    #pragma omp atomic
    total += i;
    a[i] = f(i);
    int t = 0;
    #pragma omp loop bind(thread)
    for (int j = 0; j < 3; j++) t += j;
    a[i] += t;
  }
  for (int i = 0; i < 32; i++) sum += a[i] == 8 * i + 3;
  if (total != 496 || sum != 32) { printf("%d %d\n", total, sum); return 1; }
  puts("ok");
}
