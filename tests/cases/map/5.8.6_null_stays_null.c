#include <stdio.h>

int main(void)
{
  int *p = 0, r = 0;
#pragma omp target map(from: r)
  r = p == 0;
  puts(r ? "ok" : "a null pointer became something else");
  return 0;
}
