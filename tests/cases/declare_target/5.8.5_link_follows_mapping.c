// only: device
#include <stdio.h>

int g[4];
#pragma omp declare target link(g)

int main(void)
{
  int first = 0, second = 0;
  g[0] = 1;
#pragma omp target map(to: g) map(from: first)
  first = g[0];
  g[0] = 2;
#pragma omp target map(tofrom: g) map(from: second)
  {
    second = g[0];
    g[0] = 3;
  }
  puts(first == 1 && second == 2 && g[0] == 3 ? "ok" : "link");
  return 0;
}
