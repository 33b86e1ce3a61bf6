// gcc: no (at -O0 gcc does not look behind a sum)
// __builtin_object_size of what the expression names, to which gcc's and clang's answers are the same.
#include <stdio.h>
#include <string.h>
#pragma omp declare target
struct s { int a; char b[10]; int c; char d[4]; };
char glob[30];
int m[3][5];
__attribute__((noinline)) static int fill(long *r, struct s *q, char *unknown) {
  char buf[20]; struct s v, w[4]; int k = 0;
  r[k++] = __builtin_object_size(buf, 0);
  r[k++] = __builtin_object_size(buf + 4, 1);
  r[k++] = __builtin_object_size(v.b, 1);
  r[k++] = __builtin_object_size(v.b + 3, 1);
  r[k++] = __builtin_object_size(v.b, 0);
  r[k++] = __builtin_object_size(&v, 3);
  r[k++] = __builtin_object_size(&v.c, 0);
  r[k++] = __builtin_object_size(&v.c, 1);
  r[k++] = __builtin_object_size(w[1].b, 1);
  r[k++] = __builtin_object_size(w[1].b, 0);
  r[k++] = __builtin_object_size(glob + 7, 0);
  r[k++] = __builtin_object_size("hello", 0);
  r[k++] = __builtin_object_size(glob + 30, 0);
  r[k++] = __builtin_object_size((char *)&m[1][2], 0);
  r[k++] = __builtin_object_size(m, 0);
  r[k++] = __builtin_object_size(unknown++, 0);
  r[k++] = sizeof(char[__builtin_object_size(glob, 0) == 30 ? 5 : 1]);
  memset(&v, 0, sizeof v), memset(w, 0, sizeof w);
  return k;
}
#pragma omp end declare target
int main(void)
{
  long r[40] = { 0 };
  int n = 0, wrong = 0;
  #pragma omp target map(tofrom: r, n)
  { struct s z; char x[3]; n = fill(r, &z, x); }
  static const long want[] = { 20, 16, 10, 7, 20, 24, 8, 4, 10, 68, 23, 6, 0, 32, 60, -1, 5 };
  if (n != sizeof want / sizeof *want) printf("%d\n", n), wrong = 1;
  for (int i = 0; i < n; i++)
    if (r[i] != want[i]) printf("%d: %ld\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
