// only: device
#include <stdio.h>

#pragma omp declare target
int g = 1;
#pragma omp end declare target

int main(void)
{
  int seen = 0;
  g = 100; /* the host's copy only */
#pragma omp target map(from: seen)
  seen = g;
  puts(seen == 1 && g == 100 ? "ok" : "declare target variables keep their own device copy");
  return 0;
}
