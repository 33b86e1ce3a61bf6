#include <stdio.h>

int main(void)
{
  int x = 0, y = 0, z = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait depend(out: x) map(from: x)
    x = 1;
#pragma omp target nowait depend(in: x) depend(mutexinoutset: z) map(to: x) map(tofrom: z)
    z += x;
#pragma omp target nowait depend(in: x) depend(mutexinoutset: z) map(to: x) map(tofrom: z)
    z += 2 * x;
#pragma omp target nowait depend(in: z) depend(inout: y) map(to: z) map(from: y)
    y = z * 10;
#pragma omp taskwait
  }
  puts(x == 1 && z == 3 && y == 30 ? "ok" : "dependence types");
  return 0;
}
