#include <stdio.h>

int main(void)
{
  int i = 1;
  double d = 2;
#pragma omp target defaultmap(tofrom: scalar)
  {
    i = 10;
    d = 20;
  }
  puts(i == 10 && d == 20 ? "ok" : "defaultmap(tofrom: scalar)");
  return 0;
}
