// typeof of the name of a function type (C23 6.7.2.5, GNU C).
#include <stdio.h>
#pragma omp begin declare target
typedef unsigned long ul;
static __typeof__(int(int)) *fp;
static int plus(int x) { return x + 1; }
static __typeof__(ul (ul, ul)) add;
static ul add(ul x, ul y) { return x + y; }
static __typeof__(plus) *fq = plus;
static __typeof__(const char *(void)) *text;
static const char *name(void) { return "name"; }
static int call(__typeof__(int (int)) *f, int x) { return f(x); }
static int work(void)
{
  __typeof__(int(int)) *table[2] = { plus, plus };
  __typeof__(plus(3)) r = table[1](4);
  __typeof__(int (*)(int)) p = plus;
  __typeof__(__typeof__(int(int)) *) q = plus;
  fp = plus, text = name;
  return r + fp(1) + fq(2) + call(plus, 3) + (int)add(5, 6) + p(7) + q(8) + text()[1];
}
#pragma omp end declare target
int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = work();
  printf("%d\n", r);
  return 0;
}
