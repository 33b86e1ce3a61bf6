#include <stdio.h>

static int tree(int depth)
{
  int s = 0;
  if (depth == 0)
    return 1;
  int l = tree(depth - 1), r = tree(depth - 1);
#pragma omp target map(from: s)
  s = l + r;
  return s;
}

int main(void)
{
  puts(tree(6) == 64 ? "ok" : "a region in a recursive function");
  return 0;
}
