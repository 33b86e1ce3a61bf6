#include <stdio.h>

#pragma omp begin declare target
static int scale = 2;
static int f(int x) { return x * scale; }
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = f(21);
  puts(r == 42 ? "ok" : "begin declare target");
  return 0;
}
