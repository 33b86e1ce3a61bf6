#include <stdio.h>

int main(void)
{
  int a[100];
#pragma omp target nowait map(from: a)
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp taskwait
  puts(a[99] == 99 ? "ok" : "nowait and taskwait");
  return 0;
}
