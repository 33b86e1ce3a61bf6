#include <stdio.h>

struct s { int a, b; };

int main(void)
{
  struct s v = {3, 4}, *p = &v;
  int r = 0;
#pragma omp target data map(tofrom: v)
  {
#pragma omp target map(from: r)
    {
      r = p->a * 10 + p->b;
      p->a = 7;
    }
  }
  puts(r == 34 && v.a == 7 ? "ok" : "an implicit pointer to a mapped structure");
  return 0;
}
