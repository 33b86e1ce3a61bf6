#include <stdio.h>

struct s { int a; double b; };

int main(void)
{
  struct s v = {1, 2};
#pragma omp target
  v.b = v.a + 4;
  puts(v.b == 5 ? "ok" : "a structure is implicitly tofrom");
  return 0;
}
