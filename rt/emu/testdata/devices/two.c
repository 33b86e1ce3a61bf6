/* A kernel on each of two devices, and again on the one that the argument names, after a line of the standard input. */
#include <stdio.h>
#include <stdlib.h>

static void count(int device)
{
  int x[100] = {0}, sum = 0;
#pragma omp target teams distribute parallel for map(tofrom: x) device(device)
  for (int i = 0; i < 100; i++)
    x[i]++;
  for (int i = 0; i < 100; i++)
    sum += x[i];
  printf("device %d: %d\n", device, sum);
  fflush(stdout);
}

int main(int argc, char **argv)
{
  count(0);
  count(1);
  if (getchar() == '\n' && argc > 1)
    count(atoi(argv[1]));
  return 0;
}
