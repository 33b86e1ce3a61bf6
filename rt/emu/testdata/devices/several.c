// Each emulated device has memory of its own; copies go from one to the other.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000 };

static int number; // on each device
#pragma omp declare target enter(number)

int main(int argc, char **argv) {
  int n = omp_get_num_devices(), host = omp_get_initial_device(), wrong = 0;
  int *at[16], *x = malloc(N * sizeof *x);
  printf("%d devices\n", n);
  for (int d = 0; d < n; d++) {
    at[d] = omp_target_alloc(N * sizeof *x, d);
    number = 10 + d;
#pragma omp target update to(number) device(d)
    wrong += omp_get_device_from_uid(omp_get_uid_from_device(d)) != d;
  }
  int *first = at[0];
#pragma omp target teams distribute parallel for is_device_ptr(first) device(0)
  for (int i = 0; i < N; i++)
    first[i] = i;
  for (int d = 1; d < n; d++) {
    int *to = at[d];
    wrong += omp_target_memcpy(to, at[d - 1], N * sizeof *x, 0, 0, d, d - 1) != 0;
#pragma omp target teams distribute parallel for is_device_ptr(to) device(d)
    for (int i = 0; i < N; i++)
      to[i] += number;
  }
  omp_target_memcpy(x, at[n - 1], N * sizeof *x, 0, 0, host, n - 1);
  for (int i = 0; i < N; i++)
    wrong += x[i] != i + (n == 3 ? 11 + 12 : 0);
  printf("%d wrong\n", wrong);
  if (argc > 1) { // memory of another device
    int *other = first, v = 0;
#pragma omp target is_device_ptr(other) device(1) map(from : v)
    v = other[5];
    printf("%d\n", v);
  }
  for (int d = 0; d < n; d++)
    omp_target_free(at[d], d);
  free(x);
  return wrong;
}
