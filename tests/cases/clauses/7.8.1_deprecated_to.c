#include <stdio.h>

static int g = 4;
static int f(int x) { return x * g; }
#pragma omp declare target to(f) to(g)

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = f(5);
  puts(r == 20 ? "ok" : "to on declare target");
  return 0;
}
