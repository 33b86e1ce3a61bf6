// gcc: no (does not know mappers and iterators of map)
/* OpenMP 5.2 §5.8.8: a default mapper applies to every map of its type:
 * explicit, implicit, arrays, enter/exit data and update. */
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *v; } vec;
#pragma omp declare mapper(vec x) map(x, x.v[0:x.n])

int main(void)
{
  vec a = {4, malloc(4 * sizeof(double))}, arr[3];
  for (int i = 0; i < 4; i++) a.v[i] = i;
  for (int k = 0; k < 3; k++) {
    arr[k].n = k + 1;
    arr[k].v = malloc((k + 1) * sizeof(double));
    for (int i = 0; i <= k; i++) arr[k].v[i] = 10 * k + i;
  }
  double *host = a.v;
#pragma omp target
  for (int i = 0; i < a.n; i++) a.v[i] *= 2;
  printf("%g %g %d\n", a.v[1], a.v[3], a.v == host);
#pragma omp target map(tofrom: arr)
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < arr[k].n; i++) arr[k].v[i] += 1;
  printf("%g %g %g\n", arr[0].v[0], arr[1].v[1], arr[2].v[2]);
  vec *p = arr;
#pragma omp target enter data map(to: p[1:2])
#pragma omp target map(p[1:2])
  for (int k = 1; k < 3; k++)
    for (int i = 0; i < p[k].n; i++) p[k].v[i] *= 10;
  printf("%d\n", arr[2].v[2] == 23 || arr[2].v[2] == 230);
  arr[1].v[0] = 5;
#pragma omp target update to(p[1])
#pragma omp target map(p[1:1])
  p[1].v[0] += 1;
#pragma omp target update from(p[1:1])
  printf("%g\n", arr[1].v[0]);
#pragma omp target exit data map(from: p[1:2])
  printf("%g %d\n", arr[2].v[2], arr[1].n);
  return 0;
}
