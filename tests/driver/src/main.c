#include <stdio.h>
int lib1(int), lib2(int);
int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = 7;
  printf("%d %d %d\n", lib1(10), lib2(10), r);
  return 0;
}
