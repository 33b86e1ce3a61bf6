#include <stdio.h>

int main(void)
{
  int a[4] = {1, 2, 3, 4};
#pragma omp target exit data map(release: a)
#pragma omp target exit data map(from: a)
  puts(a[0] == 1 ? "ok" : "exit data of what is not mapped");
  return 0;
}
