#include <stdio.h>
int main(void)
{
  int found = 0;
#pragma omp target
  found = 1;
  printf("%d\n", found);
  return 0;
}
