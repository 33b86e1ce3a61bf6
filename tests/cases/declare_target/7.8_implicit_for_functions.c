#include <stdio.h>

static int leaf(int x) { return x + 1; }
static int middle(int x) { return leaf(x) * 2; }

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = middle(4);
  puts(r == 10 ? "ok" : "functions called in a region are device routines");
  return 0;
}
