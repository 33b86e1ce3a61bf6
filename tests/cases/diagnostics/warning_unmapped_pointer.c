#include <stdlib.h>
int main(void)
{
  int n = 100;
  double *a = malloc(n * sizeof *a);
#pragma omp target
  a[0] = 1;
  free(a);
  return 0;
}
