// gcc: no (gcc-12 gives a target's in_reduction copy a wrong address)
/* OpenMP 5.2 §5.5.10: in_reduction on target, with and without nowait. */
#include <stdio.h>

int main(void)
{
  int x = 5, y = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+: x) task_reduction(*: y)
    {
#pragma omp task in_reduction(+: x)
      x += 10;
#pragma omp target in_reduction(+: x)
      x += 100;
#pragma omp target nowait in_reduction(+: x) in_reduction(*: y)
      { x += 1000; y *= 3; }
#pragma omp target in_reduction(+: x)
      for (int i = 0; i < 10; i++) x += 10000;
    }
  }
  puts(x == 101115 && y == 3 ? "ok" : "wrong reduction");
  if (x != 101115) printf("%d %d\n", x, y);
  return 0;
}
