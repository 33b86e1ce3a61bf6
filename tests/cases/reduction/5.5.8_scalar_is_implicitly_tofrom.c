#include <stdio.h>

int main(void)
{
  /* 5.2 5.8.1: a list item of reduction on a combined target construct is mapped tofrom. */
  double d = 1;
#pragma omp target parallel for reduction(*: d)
  for (int i = 0; i < 10; i++)
    d *= 2;
  puts(d == 1024 ? "ok" : "reduction variable is not copied back");
  return 0;
}
