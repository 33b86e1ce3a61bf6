#include <stdio.h>

static int f(int k)
{
  int r = 0;
#pragma omp target map(from: r)
  r = k + 1;
#pragma omp target map(tofrom: r)
  r = r * 2;
  return r;
}

int main(void)
{
  int s = 0;
  for (int i = 0; i < 5; i++)
    s += f(i);
  puts(s == 30 ? "ok" : "two regions, called often");
  return 0;
}
