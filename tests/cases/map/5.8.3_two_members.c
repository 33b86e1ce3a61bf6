#include <stdio.h>

struct s { int a, b, c; };

int main(void)
{
  struct s v = {1, 2, 3};
#pragma omp target map(to: v.a) map(from: v.c)
  v.c = v.a + 10;
  puts(v.a == 1 && v.b == 2 && v.c == 11 ? "ok" : "two members of one structure");
  return 0;
}
