// aarch64: no (char is unsigned)
// Types of expressions that a C front-end gets wrong easily: variables of typeof and selections by them, and operands of
// sizeof that are evaluated.
#include <stdio.h>
#define NAME(x) _Generic((x), int: "int", unsigned: "unsigned", double: "double", float: "float", \
  _Complex float: "complex float", _Complex double: "complex double", int *: "int *", const int *: "const int *", \
  char *: "char *", const char *: "const char *", void *: "void *", default: "?")
#pragma omp begin declare target
enum colour { RED, GREEN, BLUE };
struct S { const int fixed; int row[3]; char c; struct { int z, y[2]; } in; const struct { int z; } constant; };
static void promoted(void)
{
  struct { enum colour c : 2; } s = { GREEN };
  typeof(s.c - 2) v = s.c - 2;
  __auto_type w = -s.c;
  printf("%s %s %d %d %d\n", NAME(s.c + 0), NAME(~s.c), v < 0, w < 0, (typeof(+s.c))-1 < 0);
}
static void mixed(void)
{
  _Complex float f = 1 + 2i;
  double d = 3;
  typeof(f * d) z = f * d;
  __auto_type y = d - f;
  typeof(1 ? d : f) x = f;
  printf("%s %s %s %g%+gi %g%+gi %g%+gi\n", NAME(f + d), NAME(d * f), NAME(1 ? f : d), __real__ z, __imag__ z, __real__ y, __imag__ y,
    __real__ x, __imag__ x);
}
static void parts(void)
{
  double d = 2.5;
  char c = -3;
  unsigned long long u = -1;
  _Complex float f = 1 + 2i;
  printf("%g %g %g %g %d %d %d %llu %g\n", __real__ d, __imag__ d, -__real__ (f * d) + 1, __imag__(f * d) / 2, __real__ c, (int)sizeof(__real__ c), __imag__ c,
    __real__ u, __imag__ f + __imag__ (d) * 2);
}
static void null(int n)
{
  int a[3] = { 1, 2, 3 };
  typeof(0 ? (void *)0 : a) p = a;
  __auto_type q = n ? a : (void *)0;
  printf("%s %s %s %s %d %d\n", NAME(1 ? (void *)0 : a), NAME(1 ? a : (void *)0), NAME(1 ? (void *)n : a), NAME(1 ? (const int *)a : (void *)0),
    p[2], q[1]);
}
static void qualified(void)
{
  struct S s = { 0 }, *q = &s, two[2] = { 0 };
  const struct S cs = { 0 }, *ps = &s, ctwo[2] = { 0 };
  const char *names[] = { NAME(&cs.c), NAME(&ps->c), NAME(&q->c), NAME(&s.fixed), NAME(&cs.in.z), NAME(ps->in.y), NAME(&ps->in.y[0]),
    NAME(&s.constant.z), NAME(&q->in.z), NAME(&*&cs.c), NAME(&(&cs)->c), NAME(&((const struct S *)q)->c), NAME(&((struct S *)ps)->c),
    NAME(&cs.in.y[1]), NAME(cs.in.y + 1), NAME(&two[1].c), NAME(&ctwo[1].c), NAME(ctwo[0].row), NAME(&ctwo->c), NAME(&(*ps).c),
    NAME(&(*q).row[1]), NAME(&(ctwo + 1)->c), NAME(1 + (const int *)s.row) };
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
    printf("%s%s", names[i], i % 8 == 7 ? "\n" : ", ");
  puts("");
}
static void evaluated(int n)
{
  int a[n][n + 1], i = 0, calls = 0;
  int (*p)[n + 1] = a, (*fixed)[4] = 0;
  unsigned long row = sizeof a[i++], next = sizeof(*p++), pointer = sizeof(int (*)[calls++]), all = sizeof(char[n + calls++]);
  unsigned long none = sizeof *fixed++;
  printf("%lu %d %lu %d %lu %lu %d %lu %d\n", row, i, next, (int)(p - a), pointer, all, calls, none, fixed == 0);
}
#pragma omp end declare target
int main(void)
{
  #pragma omp target
  {
    promoted();
    mixed();
    parts();
    null(3);
    qualified();
    evaluated(3);
  }
  return 0;
}
