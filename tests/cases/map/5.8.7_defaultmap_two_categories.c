#include <stdio.h>

int main(void)
{
  int i = 1, a[2] = {1, 2};
#pragma omp target defaultmap(tofrom: scalar) defaultmap(firstprivate: aggregate)
  {
    a[0] = 100;
    i = a[0];
  }
  puts(i == 100 && a[0] == 1 ? "ok" : "two defaultmap clauses");
  return 0;
}
