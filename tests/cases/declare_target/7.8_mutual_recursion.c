#include <stdio.h>

static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = even(10) * 10 + odd(7);
  puts(r == 11 ? "ok" : "mutual recursion");
  return 0;
}
