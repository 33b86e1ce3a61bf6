// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// In 6.0 a target data construct is a task as well (6.0 §15.7).
#include <stdio.h>

int main(void)
{
  int a[8] = {0}, x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out: x) shared(x)
    x = 3;
#pragma omp target data map(tofrom: a) depend(in: x) priority(1) nogroup default(shared)
    {
#pragma omp target map(a) firstprivate(x)
      for (int i = 0; i < 8; i++)
        a[i] = x;
    }
  }
  int b[4] = {0}, y = 5, z = 0;
#pragma omp target data map(tofrom: b) shared(z) firstprivate(y) mergeable affinity(b) nowait
  {
#pragma omp target map(b) firstprivate(y)
    b[1] = y;
  }
#pragma omp taskwait
  z = b[1];
  if (z != 5)
    a[0] = -1;
  puts(a[0] == 3 && a[7] == 3 ? "ok" : "wrong");
  return 0;
}
