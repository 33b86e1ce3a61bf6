#include <stdio.h>

static int square(int x) { return x * x; }

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = square(7) + square(1);
  puts(r == 50 ? "ok" : "a call in a target region");
  return 0;
}
