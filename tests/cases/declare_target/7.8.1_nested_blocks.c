#include <stdio.h>

#pragma omp begin declare target
#pragma omp begin declare target
static int inner(int x) { return 2 * x; }
#pragma omp end declare target
static int outer(int x) { return inner(x) + 1; }
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = outer(20);
  puts(r == 41 ? "ok" : "nested declare target");
  return 0;
}
