#include <stdio.h>

int main(void)
{
  int a[10], s = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait depend(out: a) map(from: a)
    for (int i = 0; i < 10; i++)
      a[i] = i;
#pragma omp target nowait depend(inout: a) map(tofrom: a)
    for (int i = 0; i < 10; i++)
      a[i] = a[i] * 2 + 1;
#pragma omp target nowait depend(in: a) depend(out: s) map(to: a) map(tofrom: s)
    for (int i = 0; i < 10; i++)
      s += a[i];
#pragma omp taskwait
  }
  puts(s == 100 ? "ok" : "depend");
  return 0;
}
