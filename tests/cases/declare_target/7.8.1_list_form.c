#include <stdio.h>

int f(int x) { return x * 3; }
#pragma omp declare target(f)

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = f(5);
  puts(r == 15 ? "ok" : "declare target(f)");
  return 0;
}
