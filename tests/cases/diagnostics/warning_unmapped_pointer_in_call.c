#include <stdio.h>
#include <stdlib.h>
static void fill(double *p, int n) {
  for (int i = 0; i < n; i++) p[i] = i;
}
int main(void) {
  int n = 1000;
  double *a = malloc(n * sizeof *a);
  #pragma omp target
  fill(a, n);
  printf("%g\n", a[3]);
  free(a);
}
