/* saxpy: y = a*x + y on the default device, checked against the host. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000000

static void saxpy(int n, float a, const float *x, float *y) {
  #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

int main(void) {
  float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  int on_device = 0;
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 1000);
    y[i] = 1.0f;
  }

  #pragma omp target map(from: on_device)
  on_device = !omp_is_initial_device();

  saxpy(N, 2.0f, x, y);

  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += y[i] != 2.0f * (float)(i % 1000) + 1.0f;
  fprintf(stderr, "target regions ran on the %s\n", on_device ? "device" : "host");
  printf("saxpy of %d elements: y[1] = %g, y[999] = %g, %d wrong\n", N, y[1], y[999], wrong);
  free(x);
  free(y);
  return wrong != 0;
}
