#include <stdio.h>

int main(void)
{
  int last = 0;
#pragma omp target teams map(tofrom: last) num_teams(3)
#pragma omp distribute lastprivate(last)
  for (int i = 0; i < 10; i++)
    last = i * i;
  puts(last == 81 ? "ok" : "lastprivate on distribute");
  return 0;
}
