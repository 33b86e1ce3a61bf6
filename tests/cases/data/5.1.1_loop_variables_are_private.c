#include <stdio.h>

int main(void)
{
  int i = 42, j = 43, a[6];
#pragma omp target map(from: a)
#pragma omp parallel for private(j)
  for (i = 0; i < 6; i++) {
    j = i * i;
    a[i] = j;
  }
  puts(a[5] == 25 && i == 42 && j == 43 ? "ok" : "loop variables");
  return 0;
}
