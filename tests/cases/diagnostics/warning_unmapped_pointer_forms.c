// Storage that nothing maps, reached in other ways than by a subscript of its pointer.
#include <stdlib.h>
int main(void) {
  int n = 10;
  float *sum = malloc(n * sizeof *sum);
  char *bytes = malloc(n * sizeof(int));
  int *part = malloc(n * sizeof *part), *given = malloc(n * sizeof *given), a[10];
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    *(sum + i) = 1;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    ((int *)bytes)[i] = i;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    int *p = part + i;
    *p = i;
  }
#pragma omp target teams distribute parallel for firstprivate(given)
  for (int i = 0; i < n; i++)
    a[i] = given[i];
  return a[0];
}
