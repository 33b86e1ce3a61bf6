// gcc: no (gcc-12 has no error directive at execution)
#include <stdio.h>

int main(void)
{
  int x = 1;
#pragma omp error at(execution) severity(warning) message("only a warning")
  x = 2;
  puts(x == 2 ? "ok" : "error");
  return 0;
}
