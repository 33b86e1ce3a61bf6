// host: gcc
// The builtins of gcc that round to integers.
#include <stdio.h>
#include <math.h>
#pragma omp begin declare target
static long rounding(void){ double d=2.5; float f=-1.5f; return __builtin_iceil(d)+10*__builtin_lfloor(f)+100*__builtin_irint(d)+1000*__builtin_llceil(f)+10000*__builtin_iroundf(2.5f)+100000*__builtin_lrint(3.5)+__builtin_llfloorf(-7.5f); }
#pragma omp end declare target

int main(void)
{
  long host[] = { rounding() };
  enum { n = sizeof host / sizeof *host };
  long device[n];
#pragma omp target map(from: device)
  {
    int i = 0;
    device[i++] = rounding();
  }
  for (int i = 0; i < n; i++)
    if (host[i] != device[i])
      printf("%d: %ld on the host, %ld on the device\n", i, host[i], device[i]);
  puts("ok");
}
