#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 40000; float *x = malloc(n * sizeof *x); double d[4] = {0}; float f = 0, mx = -1e30f; double s = 0;
  for (int i = 0; i < n; i++) x[i] = 1.0f / (1 + (i * 7919) % 10007) * (i % 3 ? 1 : -1.5f);
  #pragma omp target teams distribute parallel for num_teams(60) reduction(+: f, s, d) reduction(max: mx) map(to: x[0:n])
  for (int i = 0; i < n; i++) { f += x[i]; s += x[i] * 1e-3; d[i & 3] += x[i]; mx = mx > x[i] ? mx : x[i]; }
  int k = 5; double *v = calloc(k, 8);
  #pragma omp target teams distribute parallel for num_teams(30) reduction(+: v[0:k]) map(to: x[0:n])
  for (int i = 0; i < n; i++) v[i % k] += x[i];
  double t = 0;
  #pragma omp target teams num_teams(20) reduction(+: t) map(to: x[0:n])
  {
    double u = 0;
    #pragma omp parallel for reduction(+: u)
    for (int i = 0; i < n; i++) u += x[i];
    t += u;
  }
  printf("%a %a %a %a %a\n%a %a %a %a\n", f, s, d[0], d[3], mx, v[0], v[1], v[4], t);
}
