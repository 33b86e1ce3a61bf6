// gcc: no (gcc-12 does not know inoutset and omp_all_memory)
#include <stdio.h>

int main(void)
{
  int x = 0, y = 0, z = 0, w = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out: x) shared(x)
    x = 1;
#pragma omp task depend(inoutset: x) shared(x)
#pragma omp atomic
    x += 1;
#pragma omp task depend(inoutset: x) shared(x)
#pragma omp atomic
    x += 2;
#pragma omp task depend(inout: omp_all_memory) shared(x, y)
    y = x * 10;
#pragma omp task depend(in: y) shared(y, z)
    z = y + 2;
#pragma omp taskwait depend(in: z) nowait
#pragma omp taskwait depend(inout: omp_all_memory)
    w = z + 1;
  }
  printf(x == 4 && y == 40 && z == 42 && w == 43 ? "ok\n" : "%d %d %d %d\n", x, y, z, w);
  return 0;
}
