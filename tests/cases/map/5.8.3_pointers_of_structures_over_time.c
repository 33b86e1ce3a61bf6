// only: device
// Structures with pointers: what enter data, update, target and exit data do to the members one after the other (OpenMP 5.2 §5.8.3, §13.6, §13.9).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#define N 128
typedef struct { int *a, *b; int n; } two;
int main(void)
{
  two t = {calloc(N, 4), calloc(N, 4), N}; int d = omp_get_default_device();
  #pragma omp target enter data map(to: t, t.a[0:N])
  int *olda = t.a;
  #pragma omp target map(tofrom: t.b[0:N])
  for (int i = 0; i < t.n; i++) { t.a[i] = i; t.b[i] = 2 * i; }
  CHECK(t.b[5] == 10 && t.a[5] == 0 && t.a == olda);
  #pragma omp target update from(t.a[0:N])
  CHECK(t.a[5] == 5);
  t.n = 64;
  #pragma omp target update to(t.n)
  int seen = 0;
  #pragma omp target map(from: seen)
  seen = t.n;
  CHECK(seen == 64);
  #pragma omp target update from(t)
  CHECK(t.a == olda && t.n == 64);
  #pragma omp target exit data map(delete: t.a[0:N]) map(release: t)
  CHECK(!omp_target_is_present(&t, d) && !omp_target_is_present(t.a, d));
  two arr[3]; for (int k = 0; k < 3; k++) { arr[k].a = calloc(N, 4); arr[k].b = NULL; arr[k].n = k; }
  #pragma omp target data map(tofrom: arr)
  {
    for (int k = 0; k < 3; k++) {
      #pragma omp target enter data map(to: arr[k].a[0:N])
    }
    #pragma omp target teams distribute parallel for collapse(2)
    for (int k = 0; k < 3; k++) for (int i = 0; i < N; i++) arr[k].a[i] = k * i + (arr[k].b == NULL);
    for (int k = 0; k < 3; k++) {
      #pragma omp target exit data map(from: arr[k].a[0:N])
    }
  }
  for (int k = 0; k < 3; k++) for (int i = 0; i < N; i++) CHECK(arr[k].a[i] == k * i + 1);
  CHECK(arr[1].n == 1 && arr[2].a != NULL);
  int *p = arr[0].a, **pp = &p;
  #pragma omp target map(tofrom: pp[0:1], pp[0][0:N])
  pp[0][3] = 333;
  CHECK(arr[0].a[3] == 333 && *pp == arr[0].a);
  #pragma omp target map(to: p) map(tofrom: p[0:10])
  p[4] = 44;
  CHECK(p == arr[0].a && p[4] == 44);
  #pragma omp target data map(alloc: p[0:N])
  {
    #pragma omp target
    for (int i = 0; i < N; i++) p[i] = i;
    #pragma omp target update from(p[10:10]) to(p[0:0])
    CHECK(p[10] == 10 && p[9] != 9);
  }
  if (!errors)
    puts("ok");
  return errors != 0;
}
