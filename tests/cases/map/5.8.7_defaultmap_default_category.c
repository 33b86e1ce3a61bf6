#include <stdio.h>

int main(void)
{
  int i = 1, a[2] = {1, 2};
#pragma omp target defaultmap(default: scalar) defaultmap(default: aggregate)
  {
    i = 5;
    a[0] = 6;
  }
  puts(i == 1 && a[0] == 6 ? "ok" : "defaultmap(default)");
  return 0;
}
