#include <omp.h>
#include <stdio.h>
#ifndef N
#define N 100
#endif
#include "config.h"

static float x[N], y[N];

int main(void)
{
  for (int i = 0; i < N; i++) x[i] = y[i] = i;
  int host = 0;
#pragma omp target teams distribute parallel for map(tofrom: y) map(to: x) map(from: host)
  for (int i = 0; i < N; i++) {
    y[i] += A * x[i];
    if (i == 0) host = omp_is_initial_device();
  }
  printf("%g %d\n", y[2], host);
  return 0;
}
