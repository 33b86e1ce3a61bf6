#include <stdio.h>

static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }
static int apply(int (*f)(int), int x) { return f(x); }

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  {
    int (*f)(int) = twice;
    r = apply(f, 10) * 100 + apply(next, 4);
  }
  puts(r == 2005 ? "ok" : "function pointers");
  return 0;
}
