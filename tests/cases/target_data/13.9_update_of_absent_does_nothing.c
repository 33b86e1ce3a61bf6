#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4};
#pragma omp target update to(a)
#pragma omp target update from(a)
  puts(a[0] == 1 && a[3] == 4 ? "ok" : "update of absent data");
  return 0;
}
