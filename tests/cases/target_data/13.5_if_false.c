#include <omp.h>
#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, zero = 0, present;
#pragma omp target data map(tofrom: a) if(zero)
  {
    a[0] = 10;
    present = 0;
  }
  puts(a[0] == 10 && !present ? "ok" : "if(0) on target data");
  return 0;
}
