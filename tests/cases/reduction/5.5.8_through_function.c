#include <stdio.h>

static int weight(int i) { return i % 7; }

int main(void)
{
  int s = 0, w = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(tofrom: s)
  for (int i = 0; i < 1000; i++)
    s += weight(i);
  for (int i = 0; i < 1000; i++)
    w += weight(i);
  puts(s == w ? "ok" : "reduction with a call");
  return 0;
}
