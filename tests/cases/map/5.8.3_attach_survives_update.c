// only: device
#include <stdio.h>

struct vec { int n; int *v; };

int main(void)
{
  int data[3] = {1, 2, 3}, sum = 0;
  struct vec x = {3, data};
#pragma omp target enter data map(to: x) map(to: x.v[0:3])
  x.n = 2;
#pragma omp target update to(x)
#pragma omp target map(x) map(tofrom: sum)
  for (int i = 0; i < x.n; i++)
    sum += x.v[i];
#pragma omp target update from(x)
  puts(sum == 3 && x.v == data ? "ok" : "update overwrote an attached pointer");
#pragma omp target exit data map(release: x.v[0:3]) map(release: x)
  return 0;
}
