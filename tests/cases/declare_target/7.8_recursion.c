#include <stdio.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = fib(15);
  puts(r == 610 ? "ok" : "recursion");
  return 0;
}
