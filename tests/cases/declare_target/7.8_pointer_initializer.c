#include <stdio.h>

#pragma omp declare target
static int data[3] = {4, 5, 6};
static int *second = &data[1];
#pragma omp end declare target

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = second[0] * 10 + second[1];
  puts(r == 56 ? "ok" : "a pointer to a device variable");
  return 0;
}
