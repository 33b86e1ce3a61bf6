// gcc: no (gcc-12 does not know target loop)
// loop with each binding, in functions and on combined constructs (OpenMP 5.2 §11.7).
#include <omp.h>
#include <stdio.h>
#define N 4096
static int x[N], y[N];
#pragma omp declare target
static int hh(int i) {
  int s = 0;
  #pragma omp loop bind(thread) reduction(+: s)
  for (int k = 0; k < 8; k++) s += i + k;
  return s;
}
static void par(int *p, int n) {
  #pragma omp loop bind(parallel)
  for (int k = 0; k < n; k++) p[k]++;
}
static void tm(int *p, int n) {
  #pragma omp loop bind(teams) order(concurrent)
  for (int k = 0; k < n; k++) p[k] += 2;
}
#pragma omp end declare target
int main(void)
{
  int errors = 0, total = 0, ii = -1, ii0 = -1; (void)ii0;
  for (int i = 0; i < N; i++) x[i] = y[i] = i;
  #pragma omp target teams loop map(tofrom: x) reduction(+: total)
  for (int i = 0; i < N; i++) { x[i] += hh(i); total += 1; }
  for (int i = 0; i < N; i++) if (x[i] != i + 8 * i + 28) errors++;
  if (total != N) errors++;
  #pragma omp target parallel map(tofrom: y)
  par(y, N);
  for (int i = 0; i < N; i++) if (y[i] != i + 1) errors++;
  #pragma omp target teams num_teams(3) map(tofrom: y)
  tm(y, N);
  for (int i = 0; i < N; i++) if (y[i] != i + 3) errors++;
  #pragma omp target parallel loop collapse(2) map(tofrom: y) num_threads(16)
  for (int i = 0; i < N / 16; i++) for (int j = 0; j < 16; j++) y[i * 16 + j] -= 3;
  for (int i = 0; i < N; i++) if (y[i] != i) errors++;
  #pragma omp target loop map(tofrom: y) private(ii)
  for (int i = 0; i < N; i++) { ii = i; y[i] = -ii; }
  for (int i = 0; i < N; i++) if (y[i] != -i) errors++;
  #pragma omp target teams
  #pragma omp loop bind(teams) collapse(2)
  for (int i = 0; i < N / 16; i++) for (int j = 0; j < 16; j++)  y[i * 16 + j] *= 2;
  for (int i = 0; i < N; i++) if (y[i] != -2 * i) errors++;
  puts(errors ? "wrong" : "ok");
  return errors;
}
