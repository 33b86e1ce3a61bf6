// gcc: no (gcc-12 does not know begin declare target)
#include <stdio.h>
/* Worksharing in a function that teams of several sizes call, with the reduction of an array; nested regions. */
#pragma omp begin declare target
static double acc(int n, const double *x) {
  double s = 0;
  return s + x[n - 1];
}
static void work(int n, double *x, double *h, long *cnt) {
  double loc[4] = {0};
  long c = 0;
  #pragma omp for
  for (int i = 0; i < n; i++) x[i] += acc(1, x + i);
  #pragma omp for reduction(+: h[:4])
  for (int i = 0; i < n; i++) h[i & 3] += x[i];
  #pragma omp critical
  (*cnt)++;
  #pragma omp barrier
  #pragma omp single
  *cnt += 1000;
  (void)loc; (void)c;
}
#pragma omp end declare target
int main(void) {
  enum { N = 500 };
  double x[N], h[4] = {0}; long cnt = 0;
  for (int i = 0; i < N; i++) x[i] = i;
  #pragma omp target map(tofrom: x, h, cnt)
  {
    #pragma omp parallel num_threads(70)
    work(N, x, h, &cnt);
    #pragma omp parallel num_threads(64)
    work(N, x, h, &cnt);
    work(N, x, h, &cnt); /* one thread */
  }
  printf("%g %g %g %g %ld\n", h[0], h[1], h[2], h[3], cnt);
  int m = 0;
  #pragma omp target teams distribute map(tofrom: m)
  for (int t = 0; t < 8; t++) {
    int z = 0;
    #pragma omp parallel for reduction(max: z)
    for (int i = 0; i < 300; i++) { int y = 0;
      #pragma omp parallel for reduction(+: y)
      for (int j = 0; j < 5; j++) y += j * t + i;
      z = y > z ? y : z; }
    #pragma omp atomic
    m += z;
  }
  printf("%d\n", m);
}
