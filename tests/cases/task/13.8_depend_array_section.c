#include <stdio.h>

int main(void)
{
  int a[8] = {0};
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp target nowait depend(out: a[0:4]) map(from: a[0:4])
    for (int i = 0; i < 4; i++)
      a[i] = i + 1;
#pragma omp taskwait
#pragma omp target nowait depend(out: a[4:4]) map(from: a[4:4])
    for (int i = 4; i < 8; i++)
      a[i] = i + 1;
#pragma omp target nowait depend(inout: a[4:4]) map(tofrom: a[4:4])
    for (int i = 4; i < 8; i++)
      a[i] *= 2;
#pragma omp taskwait
  }
  puts(a[3] == 4 && a[4] == 10 && a[7] == 16 ? "ok" : "depend on a section");
  return 0;
}
