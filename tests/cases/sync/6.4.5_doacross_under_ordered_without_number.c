// flags: -fopenmp-version=60
// gcc: no (doacross is of 5.2)
// doacross under ordered without a number: n is collapse's value (6.0 §6.4.5).
#include <stdio.h>
int main(void) { static int a[40], b[6][6]; int bad = 0; a[0] = 1;
  #pragma omp parallel for ordered
  for (int i = 1; i < 40; i++) {
    #pragma omp ordered doacross(sink: i - 1)
    a[i] = a[i - 1] + 1;
    #pragma omp ordered doacross(source:)
  }
  for (int i = 0; i < 40; i++) bad |= a[i] != i + 1;
  #pragma omp target parallel for ordered collapse(2) map(tofrom: b)
  for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) {
    #pragma omp ordered doacross(sink: i - 1, j) doacross(sink: i, j - 1)
    b[i][j] = (i ? b[i - 1][j] : 0) + (j ? b[i][j - 1] : 0) + 1;
    #pragma omp ordered doacross(source: omp_cur_iteration)
  }
  int w[6][6];
  for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) { w[i][j] = (i ? w[i - 1][j] : 0) + (j ? w[i][j - 1] : 0) + 1; bad |= (w[i][j] != b[i][j]) * 2; }
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
