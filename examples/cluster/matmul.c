/* A blocked matrix product as a task graph: the tasks of a block of the result depend on each other, and the blocks go
 * round the devices. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 4, SIZE = 48 };

typedef double block[SIZE][SIZE];

static block a[BLOCKS][BLOCKS], b[BLOCKS][BLOCKS], c[BLOCKS][BLOCKS];

static void fill(block *m, int seed)
{
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      (*m)[i][j] = (i * 3 + j * 5 + seed) % 11;
}

/* add adds the product of x and y to z, which stays on the device until the last step. */
static void add(block *x, block *y, block *z, int device)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: x[0:1], y[0:1]) map(tofrom: z[0:1]) device(device) nowait depend(inout: z[0:1])
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      double sum = 0;
      for (int k = 0; k < SIZE; k++)
        sum += (*x)[i][k] * (*y)[k][j];
      (*z)[i][j] += sum;
    }
}

static long check(void)
{
  long wrong = 0;
  for (int i = 0; i < BLOCKS * SIZE; i++)
    for (int j = 0; j < BLOCKS * SIZE; j++) {
      double sum = 0;
      for (int k = 0; k < BLOCKS * SIZE; k++)
        sum += a[i / SIZE][k / SIZE][i % SIZE][k % SIZE] * b[k / SIZE][j / SIZE][k % SIZE][j % SIZE];
      wrong += sum != c[i / SIZE][j / SIZE][i % SIZE][j % SIZE];
    }
  return wrong;
}

int main(void)
{
  int n = omp_get_num_devices() ? omp_get_num_devices() : 1;
  for (int i = 0; i < BLOCKS; i++)
    for (int j = 0; j < BLOCKS; j++) {
      fill(&a[i][j], i + 2 * j);
      fill(&b[i][j], 3 * i + j);
#pragma omp target enter data map(to: c[i][j]) device((i * BLOCKS + j) % n)
    }
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < BLOCKS; k++)
    for (int i = 0; i < BLOCKS; i++)
      for (int j = 0; j < BLOCKS; j++)
        add(&a[i][k], &b[k][j], &c[i][j], (i * BLOCKS + j) % n);
  for (int i = 0; i < BLOCKS; i++)
    for (int j = 0; j < BLOCKS; j++) {
#pragma omp target exit data map(from: c[i][j]) device((i * BLOCKS + j) % n)
    }
  fprintf(stderr, "%d devices\n", omp_get_num_devices());
  printf("%ld elements are wrong\n", check());
}
