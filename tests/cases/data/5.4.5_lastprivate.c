#include <stdio.h>

int main(void)
{
  int last = -1;
#pragma omp target map(tofrom: last)
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < 37; i++)
    last = i * 2;
  puts(last == 72 ? "ok" : "lastprivate");
  return 0;
}
