// gcc: no (gcc-12 has no sections in use_device_addr)
// use_device_ptr and use_device_addr of scalars, structures, arrays, sections and rows together, with memory routines in the region (OpenMP 5.2 §5.4.8, §5.4.10).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#define N 300
struct S { int a[10]; int b; };
static int gl[N];
int main(void)
{
  int d = omp_get_default_device(), h = omp_get_initial_device(); int x = 5, arr[N], *p = malloc(N * 4), *q = p; struct S s = {{0}, 3}, *ps = &s; int (*m)[10] = calloc(10, sizeof *m);
  for (int i = 0; i < N; i++) arr[i] = p[i] = gl[i] = i;
  #pragma omp target data map(tofrom: x, arr, s, gl) map(tofrom: p[0:N]) map(tofrom: m[0:10])
  {
    int v = 0;
    #pragma omp target data use_device_addr(x, arr, s, gl) use_device_ptr(p, m)
    {
      CHECK(!omp_target_memcpy(&v, &x, sizeof v, 0, 0, h, d));
      CHECK(v == 5);
      v = 77;
      CHECK(!omp_target_memcpy(&arr[3], &v, sizeof v, 0, 0, d, h));
      CHECK(!omp_target_memcpy(p, &v, sizeof v, 10 * sizeof(int), 0, d, h));
      CHECK(!omp_target_memcpy(&s.b, &v, sizeof v, 0, 0, d, h));
      CHECK(!omp_target_memcpy(gl + 9, &v, sizeof v, 0, 0, d, h));
      CHECK(!omp_target_memcpy(m[2] + 4, &v, sizeof v, 0, 0, d, h));
      #pragma omp target is_device_ptr(p) has_device_addr(arr)
      { p[11] = arr[3] + 1; }
    }
    CHECK(q == p);
    #pragma omp target data use_device_ptr(ps)
    CHECK(ps != NULL);
    #pragma omp target data use_device_addr(arr[10:20]) use_device_addr(p[5:5])
    {
      v = 99;
      CHECK(!omp_target_memcpy(&arr[10], &v, sizeof v, 0, 0, d, h));
      CHECK(!omp_target_memcpy(&p[5], &v, sizeof v, 0, 0, d, h));
    }
  }
  CHECK(arr[3] == 77 && p[10] == 77 && p[11] == 78 && s.b == 77 && gl[9] == 77 && m[2][4] == 77 && arr[10] == 99 && p[5] == 99);
  int *n = malloc(40);
  #pragma omp target data use_device_ptr(n)
  CHECK(n != NULL);
  if (!errors)
    puts("ok");
  return errors != 0;
}
