#include <stdio.h>
#include <stdlib.h>

static double *data;

int main(void)
{
  data = malloc(8 * sizeof *data);
#pragma omp target map(from: data[0:8])
  for (int i = 0; i < 8; i++)
    data[i] = i / 2.0;
  puts(data[7] == 3.5 ? "ok" : "a global pointer");
  free(data);
  return 0;
}
