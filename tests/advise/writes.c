/* Stale data, of which the findings name both writes, the read and the bytes: the same on each device that tells of reads. */
#include <stdio.h>

static int factor[2] = {1, 1};
#pragma omp declare target enter(factor)

int main(void) {
  int x[64] = {1, 2, 3, 4}, sum = 0;
  #pragma omp target data map(tofrom: x)
  {
    #pragma omp target
    x[0] = 10;
    sum += x[0];
    for (int i = 1; i < 40; i++)
      x[i] = i + 100;
    #pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+: sum)
    for (int i = 1; i < 31; i++)
      sum += x[i];
    factor[1] = 9;
    #pragma omp target map(tofrom: sum)
    {
      x[39] = 4; /* so that the next line reads what the kernel has written */
      sum += factor[1] + x[39];
    }
  }
  printf(sum != 0 ? "ok\n" : "wrong\n");
}
