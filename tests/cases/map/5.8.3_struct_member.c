#include <stdio.h>

struct s { int a, b, c; };

int main(void)
{
  struct s v = {1, 2, 3};
#pragma omp target map(tofrom: v.b)
  v.b = 20;
  puts(v.a == 1 && v.b == 20 && v.c == 3 ? "ok" : "a member as list item");
  return 0;
}
