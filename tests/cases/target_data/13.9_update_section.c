// only: device
#include <stdio.h>

int main(void)
{
  int a[10] = {0};
#pragma omp target data map(to: a)
  {
#pragma omp target
    for (int i = 0; i < 10; i++)
      a[i] = i + 1;
#pragma omp target update from(a[2:3])
  }
  puts(a[1] == 0 && a[2] == 3 && a[4] == 5 && a[5] == 0 ? "ok" : "update of a section");
  return 0;
}
