#include <stdio.h>

#define OFFLOAD(n, stmt) _Pragma("omp target map(tofrom: x)") { for (int k = 0; k < n; k++) { stmt; } }

int main(void)
{
  int x = 0;
  OFFLOAD(3, x += 2) OFFLOAD(2, x *= 3)
  puts(x == 54 ? "ok" : "regions from a macro");
  return 0;
}
