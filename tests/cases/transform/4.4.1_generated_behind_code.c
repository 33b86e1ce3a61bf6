// flags: -fopenmp-version=60
// gcc: no (gcc 12 takes no code between associated loops)
/* OpenMP 5.2 §4.4.1: code may stand between an associated loop and a transformation that generates the next ones. */
#include <stdio.h>

static int a[32][8], b[32], c[32][8];

static void host(void)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 32; i++) {
    b[i] = i;
#pragma omp tile sizes(2)
    for (int j = 0; j < 8; j++)
      a[i][j] = i + j;
  }
#pragma omp taskloop collapse(3) grainsize(3)
  for (int h = 0; h < 4; h++)
    for (int i = 0; i < 8; i++) {
      int k = (h * 8 + i) * 2;
#pragma omp reverse
      for (int j = 0; j < 8; j++)
        c[h * 8 + i][j] = k + j;
    }
}

static void device(void)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, b)
  for (int i = 0; i < 32; i++) {
    b[i] = 2 * i;
#pragma omp tile sizes(3)
    for (int j = 0; j < 8; j++)
      a[i][j] += i + j;
  }
#pragma omp target parallel map(tofrom: c)
#pragma omp single
#pragma omp taskloop collapse(2)
  for (int i = 0; i < 32; i++) {
    int k = i;
#pragma omp unroll partial(2)
    for (int j = 0; j < 8; j++)
      c[i][j] += k;
  }
}

int main(void)
{
  int failed = 0;
  host();
  device();
  for (int i = 0; i < 32; i++) {
    failed += b[i] != 2 * i;
    for (int j = 0; j < 8; j++)
      failed += a[i][j] != 2 * (i + j) || c[i][j] != 3 * i + j;
  }
  if (!failed)
    puts("ok");
  else
    printf("%d elements are wrong\n", failed);
  return failed;
}
