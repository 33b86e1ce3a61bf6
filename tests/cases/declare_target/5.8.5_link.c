#include <stdio.h>

int big[100];
#pragma omp declare target link(big)

#pragma omp declare target
static int sum(void)
{
  int s = 0;
  for (int i = 0; i < 100; i++)
    s += big[i];
  return s;
}
#pragma omp end declare target

int main(void)
{
  int s = 0;
  for (int i = 0; i < 100; i++)
    big[i] = i;
#pragma omp target map(to: big) map(from: s)
  s = sum();
  puts(s == 4950 ? "ok" : "declare target link");
  return 0;
}
