#include <stdio.h>

#pragma omp declare target
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int (*const ops[2])(int, int) = {add, mul};
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = ops[0](3, 4) * 100 + ops[1](3, 4);
  puts(r == 712 ? "ok" : "a table of device functions");
  return 0;
}
