#include <stdio.h>

int main(void)
{
  int last = -1;
#pragma omp target map(tofrom: last)
#pragma omp parallel for lastprivate(conditional: last) num_threads(4)
  for (int i = 0; i < 100; i++)
    if (i % 17 == 3)
      last = i;
  puts(last == 88 ? "ok" : "lastprivate(conditional)");
  return 0;
}
