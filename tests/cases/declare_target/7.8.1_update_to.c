#include <stdio.h>

#pragma omp declare target
double table[4] = {1, 2, 3, 4};
#pragma omp end declare target

int main(void)
{
  double s = 0;
  table[2] = 30;
#pragma omp target update to(table)
#pragma omp target map(tofrom: s)
  for (int i = 0; i < 4; i++)
    s += table[i];
  puts(s == 37 ? "ok" : "update of a declare target variable");
  return 0;
}
