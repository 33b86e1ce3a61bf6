// only: device
#include <stdio.h>

struct s { int a, b; };

int main(void)
{
  struct s v = {1, 2};
#pragma omp target data map(to: v)
  {
#pragma omp target
    {
      v.a = 10;
      v.b = 20;
    }
#pragma omp target update from(v.b)
  }
  puts(v.a == 1 && v.b == 20 ? "ok" : "update of a member");
  return 0;
}
