// only: device
// OpenMP 5.2 §5.8.3: a construct changes a reference count once, also where several list items lie in one mapped object.
#include <omp.h>
#include <stdio.h>
struct S { int a, b, c, d; int *p; };
#pragma omp declare mapper(pair : struct S s) map(s.a, s.c)
static struct S s;
static int bad;
static void want(const char *what, int present)
{
  if (omp_target_is_present(&s, omp_get_default_device()) != present)
    bad += printf("%s: present %d\n", what, !present);
}
int main(void)
{
  int *p = &s.b, *q = &s.d;
#pragma omp target enter data map(to: s)
#pragma omp target enter data map(alloc: p[:1], q[:1])
  want("entered twice", 1);
#pragma omp target exit data map(release: s)
  want("released once", 1);
#pragma omp target exit data map(release: q[:1])
  want("released twice", 0);

#pragma omp target enter data map(to: s)
#pragma omp target enter data map(to: s)
#pragma omp target exit data map(from: p[:1], q[:1])
  want("two items on exit", 1);
#pragma omp target exit data map(release: p[:1]) map(delete: q[:1])
  want("delete beside release", 0);

#pragma omp target enter data map(to: s)
#pragma omp target map(tofrom: p[:1], q[:1])
  p[0] = q[0] = 5;
  want("around a region", 1);
#pragma omp target enter data map(mapper(pair), to: s)
#pragma omp target exit data map(mapper(pair), release: s)
  want("around a mapper", 1);
#pragma omp target exit data map(from: s)
  want("at the end", 0);
  if (s.b != 5 || s.d != 5)
    bad += printf("%d %d\n", s.b, s.d);
  puts(bad ? "wrong" : "ok");
  return bad;
}
