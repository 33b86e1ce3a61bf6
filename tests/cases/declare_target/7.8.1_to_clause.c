#include <stdio.h>

int f(int x) { return x + 1; }
int v = 3;
#pragma omp declare target to(f, v)

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = f(v);
  puts(r == 4 ? "ok" : "declare target to");
  return 0;
}
