#include <stdio.h>

int main(void)
{
  int x = 1, y = 0;
  if (x)
#pragma omp target map(tofrom: y)
    y = 1;
  else
#pragma omp target map(tofrom: y)
    y = 2;
  for (int i = 0; i < 3; i++)
#pragma omp target map(tofrom: y)
    y += 10;
  puts(y == 31 ? "ok" : "regions as substatements");
  return 0;
}
