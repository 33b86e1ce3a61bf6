#include <stdio.h>

static int later(int x);

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = later(4);
  puts(r == 13 ? "ok" : "a function that is defined later");
  return 0;
}

static int later(int x) { return 3 * x + 1; }
