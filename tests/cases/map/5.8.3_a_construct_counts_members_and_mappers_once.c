// gcc: no (gcc-12 has no mappers)
// A construct counts an object once, whatever its items: members and the structure, sections of one array, mappers.
#include <omp.h>
#include <stdio.h>
struct s { int a, b[4]; int *p; };
#pragma omp declare mapper(struct s v) map(v.a, v.b[0:4])
int main(void) { int dev = omp_get_default_device(), bad = 0; static int x[20]; struct s s = {1}, t = {2};
  if (dev == omp_get_initial_device()) { puts("ok"); return 0; }
  #pragma omp target enter data map(to: x)
  #pragma omp target enter data map(to: x[2:3], x[10:4]) map(to: x[5:1])
  #pragma omp target exit data map(release: x)
  bad |= !omp_target_is_present(x, dev);
  #pragma omp target exit data map(release: x[0:1], x[19:1])
  bad |= omp_target_is_present(x, dev) * 2;
  #pragma omp target enter data map(mapper(default), to: t)
  #pragma omp target enter data map(to: t.a, t.b[1:2])
  #pragma omp target exit data map(mapper(default), release: t)
  bad |= !omp_target_is_present(&t.a, dev) * 4;
  #pragma omp target exit data map(release: t.b[0:4])
  bad |= omp_target_is_present(&t.a, dev) * 8;
  #pragma omp target data map(s.a, s.b[0:2])
  {
    #pragma omp target data map(s.b[0:2]) map(s.a)
    bad |= !omp_target_is_present(&s.a, dev) * 16;
    bad |= !omp_target_is_present(&s.a, dev) * 32;
  }
  bad |= omp_target_is_present(&s.a, dev) * 64;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
