// Rows that are allocated one by one are no contiguous storage.
#include <stdlib.h>
int main(void) {
  int n = 4, **q = malloc(n * sizeof *q);
  for (int i = 0; i < n; i++)
    q[i] = malloc(n * sizeof **q);
#pragma omp target teams distribute parallel for map(from: q[0:n][0:n])
  for (int i = 0; i < n; i++)
    q[i][0] = i;
  return q[0][0];
}
