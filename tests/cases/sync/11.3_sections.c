#include <stdio.h>

int main(void)
{
  int a = 0, b = 0, c = 0;
#pragma omp target map(tofrom: a, b, c)
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    a = 1;
#pragma omp section
    b = 2;
#pragma omp section
    c = 3;
  }
  puts(a == 1 && b == 2 && c == 3 ? "ok" : "sections");
  return 0;
}
