#include <stdio.h>

int main(void)
{
  int i = 1;
#pragma omp target defaultmap(from: scalar)
  i = 77;
  puts(i == 77 ? "ok" : "defaultmap(from: scalar)");
  return 0;
}
