#include <stdio.h>

int main(void)
{
  int i = 100, a[10];
#pragma omp target teams distribute parallel for map(from: a)
  for (i = 0; i < 10; ++i)
    a[i] = i + 1;
  puts(a[9] == 10 && i == 100 ? "ok" : "a loop variable from outside");
  return 0;
}
