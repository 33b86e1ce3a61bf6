#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 10, *p = malloc(n * sizeof *p), *host = p;
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma omp target data map(tofrom: p[0:n]) use_device_ptr(p)
  {
#pragma omp target is_device_ptr(p)
    for (int i = 0; i < n; i++)
      p[i] += 5;
  }
  puts(p == host && p[0] == 5 && p[9] == 14 ? "ok" : "use_device_ptr");
  free(p);
  return 0;
}
