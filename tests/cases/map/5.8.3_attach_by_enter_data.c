#include <stdio.h>
#include <stdlib.h>

struct vec { int n; double *data; };

int main(void)
{
  struct vec *v = malloc(sizeof *v);
  v->n = 4;
  v->data = malloc(4 * sizeof(double));
  for (int i = 0; i < 4; i++)
    v->data[i] = i + 1;
#pragma omp target enter data map(to: v[0:1])
#pragma omp target enter data map(to: v->data[0:4])
  double sum = 0;
#pragma omp target map(tofrom: sum)
  for (int i = 0; i < v->n; i++) {
    sum += v->data[i];
    v->data[i] = 0;
  }
#pragma omp target exit data map(from: v->data[0:4])
#pragma omp target exit data map(release: v[0:1])
  puts(sum == 10 && v->data[3] == 0 && v->n == 4 ? "ok" : "enter data does not attach");
  free(v->data);
  free(v);
  return 0;
}
