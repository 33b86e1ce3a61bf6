/* Jacobi over all devices: each has a block of rows, and the rows at its edges go from device to device. It prints the
 * same for any number of devices. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 240, COLUMNS = 128, STEPS = 200 };

typedef struct {
  int device, first, rows;
  double *now, *next; /* on the device: rows + 2 rows each */
} block;

static void sweep(const block *b)
{
  const double *now = b->now;
  double *next = b->next;
  int rows = b->rows;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(now, next) device(b->device) nowait depend(inout: b->device)
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      next[i * COLUMNS + j] = 0.25 * (now[(i - 1) * COLUMNS + j] + now[(i + 1) * COLUMNS + j] + now[i * COLUMNS + j - 1] + now[i * COLUMNS + j + 1]);
}

/* row copies a row from one device to another. */
static void row(const block *to, int i, const block *from, int k)
{
  size_t size = COLUMNS * sizeof(double);
  if (omp_target_memcpy(to->now, from->now, size, i * size, k * size, to->device, from->device))
    exit(1);
}

static void exchange(block *all, int n)
{
  for (int d = 0; d + 1 < n; d++) {
    row(&all[d + 1], 0, &all[d], all[d].rows);
    row(&all[d], all[d].rows + 1, &all[d + 1], 1);
  }
}

static void place(block *b, double *grid)
{
  size_t size = (size_t)(b->rows + 2) * COLUMNS * sizeof(double);
  int host = omp_get_initial_device();
  b->now = omp_target_alloc(size, b->device);
  b->next = omp_target_alloc(size, b->device);
  if (!b->now || !b->next || omp_target_memcpy(b->now, grid + b->first * COLUMNS, size, 0, 0, b->device, host) ||
      omp_target_memcpy(b->next, grid + b->first * COLUMNS, size, 0, 0, b->device, host))
    exit(1);
}

static void take(block *b, double *grid)
{
  size_t row = COLUMNS * sizeof(double);
  if (omp_target_memcpy(grid, b->now, b->rows * row, (b->first + 1) * row, row, omp_get_initial_device(), b->device))
    exit(1);
  omp_target_free(b->now, b->device);
  omp_target_free(b->next, b->device);
}

int main(void)
{
  static double grid[(ROWS + 2) * COLUMNS];
  int n = omp_get_num_devices();
  block *all = calloc((size_t)n + 1, sizeof *all);
  for (int j = 0; j < COLUMNS; j++)
    grid[j] = 100;
  for (int d = 0; d < n; d++) {
    all[d] = (block){.device = d, .first = ROWS * d / n, .rows = ROWS * (d + 1) / n - ROWS * d / n};
    place(&all[d], grid);
  }
  for (int step = 0; step < STEPS; step++) {
    for (int d = 0; d < n; d++)
      sweep(&all[d]);
#pragma omp taskwait
    for (int d = 0; d < n; d++) {
      double *t = all[d].now;
      all[d].now = all[d].next;
      all[d].next = t;
    }
    exchange(all, n);
  }
  double sum = 0;
  for (int d = 0; d < n; d++)
    take(&all[d], grid);
  for (int i = 0; i < (ROWS + 2) * COLUMNS; i++)
    sum += grid[i];
  fprintf(stderr, "%d devices\n", n);
  printf("row 1 in the middle: %.6f, sum %.6f\n", grid[COLUMNS + COLUMNS / 2], sum);
  free(all);
}
