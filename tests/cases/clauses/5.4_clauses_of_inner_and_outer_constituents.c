// flags: -fopenmp-version=60
// gcc: no (modifiers of 6.0)
// Clauses of constituents, on device and host (6.0 §5.4).
#include <stdio.h>
int main(void) { int x = 3, y = 4, s = 0, n = 16; static int a[64];
  #pragma omp target teams distribute parallel for firstprivate(target: x) private(parallel: y) num_teams(2) map(from: a)
  for (int i = 0; i < 64; i++) a[i] = x + i;
  int bad = 0; for (int i = 0; i < 64; i++) bad |= a[i] != 3 + i;
  #pragma omp target teams distribute firstprivate(teams: x) num_teams(2) map(tofrom: a)
  for (int i = 0; i < 2; i++) a[i] = 10 * x;
  bad |= (a[0] != 30 || a[1] != 30) * 2;
  #pragma omp target parallel reduction(parallel: +: s) firstprivate(target: n) num_threads(4)
  s += n;
  bad |= (s % 16 != 0 || s < 16) * 4;
  #pragma omp parallel for firstprivate(parallel: x) shared(parallel: y)
  for (int i = 0; i < 4; i++) a[i] = x + y;
  bad |= (a[2] != 7) * 8;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
