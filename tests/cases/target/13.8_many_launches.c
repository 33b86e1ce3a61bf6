#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target data map(tofrom: n)
  for (int k = 0; k < 2000; k++) {
#pragma omp target map(n)
    n++;
  }
  puts(n == 2000 ? "ok" : "many launches");
  return 0;
}
