#include <stdio.h>

struct vec { int n; int *v; };

int main(void)
{
  int data[3] = {1, 2, 3};
  struct vec x = {3, data};
#pragma omp target data map(tofrom: x) map(tofrom: x.v[0:3])
  {
#pragma omp target
    {
      x.n = 7;
      x.v[0] = 50;
    }
  }
  puts(x.v == data && x.n == 7 && data[0] == 50 ? "ok" : "an attached pointer came back");
  return 0;
}
