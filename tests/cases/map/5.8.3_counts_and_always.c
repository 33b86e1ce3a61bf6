// only: device
// Reference counts and always over nested constructs (OpenMP 5.2 §5.8.3).
#include <omp.h>
#include <stdio.h>

#include "../check.h"
#define N 64
int main(void)
{
  int a[N], b[N], c[N]; int *p = a;
  for (int i = 0; i < N; i++) a[i] = b[i] = c[i] = i;
  int d = omp_get_default_device();
  #pragma omp target enter data map(to: a) map(alloc: b)
  #pragma omp target data map(from: b) map(always, to: a[0:8]) map(alloc: c)
  {
    a[1] = 100;
    #pragma omp target map(always, tofrom: a[1:1]) map(to: b)
    { a[1]++; b[0] = a[1]; c[0] = b[0]; }
    CHECK(a[1] == 101 && b[0] == 0 && c[0] == 0);
  }
  CHECK(b[0] == 0 && c[0] == 0);
  CHECK(omp_target_is_present(b, d) && !omp_target_is_present(c, d));
  #pragma omp target exit data map(from: b)
  CHECK(b[0] == 101);
  #pragma omp target exit data map(delete: p[0:N])
  CHECK(!omp_target_is_present(a, d));
  for (int k = 0; k < 3; k++) {
    #pragma omp target enter data map(to: c[0:N])
  }
  #pragma omp target
  c[5] = -5;
  #pragma omp target exit data map(from: c)
  CHECK(c[5] == 5);
  #pragma omp target exit data map(always, from: c)
  CHECK(c[5] == -5);
  #pragma omp target exit data map(release: c)
  CHECK(!omp_target_is_present(c, d));
  #pragma omp target exit data map(release: c) map(delete: a)
  #pragma omp target update to(c) from(a)
  int k = 5;
  #pragma omp target data map(tofrom: k)
  {
    #pragma omp target map(to: k)
    k = 6;
    CHECK(k == 5);
    #pragma omp target update from(k)
    CHECK(k == 6);
    k = 7;
    #pragma omp target update to(k) if(k == 8)
    #pragma omp target map(alloc: k)
    k *= 10;
  }
  CHECK(k == 60);
  if (!errors)
    puts("ok");
  return errors != 0;
}
