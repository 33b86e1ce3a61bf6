// Atomic sums of floats, in memory of the device or of the host.
#include <stdio.h>
#ifdef SHARES
#pragma omp requires unified_shared_memory
#endif

int main(void)
{
  float f = 0;
  double d = 0;
#pragma omp target teams distribute parallel for map(tofrom: f, d)
  for (int i = 0; i < 1000; i++) {
#pragma omp atomic
    f += 0.5f;
#pragma omp atomic
    d += 0.25;
  }
  printf("%g %g\n", f, d);
  return 0;
}
