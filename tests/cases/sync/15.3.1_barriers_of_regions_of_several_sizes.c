// Barriers in regions of constant and variable num_threads, in functions, again and again.
// B.2 siblings: barriers in regions of constant and variable num_threads, several after another, in called functions, partial teams.
#include <stdio.h>
#include <omp.h>
static int step(int *a, int n) { int t = omp_get_thread_num(); a[t] = t; 
  #pragma omp barrier
  int v = a[(t + 1) % n];
  #pragma omp barrier
  return v; }
#pragma omp declare target enter(step)
int main(void) { static int a[256], r[256]; int bad = 0, n = 96;
  #pragma omp target teams num_teams(1) thread_limit(256) map(from: r) map(tofrom: a, bad)
  { for (int round = 0; round < 3; round++) {
    #pragma omp parallel num_threads(128)
    { int t = omp_get_thread_num(); r[t] = step(a, omp_get_num_threads()); 
      #pragma omp barrier
      if (r[t] != (t + 1) % omp_get_num_threads()) bad = 1; }
    #pragma omp parallel num_threads(64)
    { int t = omp_get_thread_num(); r[t] = step(a, omp_get_num_threads()); if (r[t] != (t + 1) % omp_get_num_threads()) bad = 2; }
    #pragma omp parallel num_threads(n)
    { int t = omp_get_thread_num(); r[t] = step(a, omp_get_num_threads()); if (r[t] != (t + 1) % omp_get_num_threads()) bad = 4; }
    #pragma omp parallel num_threads(50)
    { int t = omp_get_thread_num(), k = 0; 
      #pragma omp for
      for (int i = 0; i < 200; i++) k++;
      #pragma omp single
      a[0] = k;
      r[t] = step(a, omp_get_num_threads()); if (r[t] != (t + 1) % omp_get_num_threads()) bad = 8; } } }
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
