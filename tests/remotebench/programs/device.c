/* Seconds of copies to the last device, and of a launch: the medians. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 9, SMALL = 1001 };

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print(const char *name, double *seconds, int n)
{
  qsort(seconds, (size_t)n, sizeof *seconds, compare);
  printf("%s %.9f\n", name, seconds[n / 2]);
}

int main(void)
{
  static double seconds[SMALL];
  int device = omp_get_num_devices() - 1, host = omp_get_initial_device();
  size_t size = 256ul << 20;
  char *from = malloc(size), *to = omp_target_alloc(size, device);
  memset(from, 1, size);
  for (int i = 0; i < LARGE; i++) {
    double start = omp_get_wtime();
    if (omp_target_memcpy(to, from, size, 0, 0, device, host))
      return 1;
    seconds[i] = omp_get_wtime() - start;
  }
  print("large", seconds, LARGE);
  for (int i = 0; i < SMALL; i++) {
    double start = omp_get_wtime();
    if (omp_target_memcpy(to, from, 8, 0, 0, device, host))
      return 1;
    seconds[i] = omp_get_wtime() - start;
  }
  print("small", seconds, SMALL);
  for (int i = 0; i < SMALL; i++) {
    double start = omp_get_wtime();
#pragma omp target device(device)
    ;
    seconds[i] = omp_get_wtime() - start;
  }
  print("launch", seconds, SMALL);
  omp_target_free(to, device);
  free(from);
}
