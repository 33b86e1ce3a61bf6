#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4}, on = 1;
#pragma omp target enter data map(to: a) if(on) nowait depend(out: a)
#pragma omp target map(a) depend(inout: a)
  a[0] = 9;
#pragma omp target exit data map(from: a) if(on) nowait depend(in: a)
#pragma omp taskwait
  puts(a[0] == 9 ? "ok" : "enter data nowait");
  return 0;
}
