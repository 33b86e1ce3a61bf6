#include <stdio.h>

int main(void)
{
  int n[4] = {0};
#pragma omp target parallel for map(tofrom: n)
  for (int i = 0; i <= 9; i += 4)
#pragma omp atomic
    n[0] += 1;
#pragma omp target parallel for map(tofrom: n)
  for (int i = 10; i > 1; i -= 4)
#pragma omp atomic
    n[1] += 1;
#pragma omp target parallel for map(tofrom: n)
  for (int i = 3; i != 8; i++)
#pragma omp atomic
    n[2] += 1;
#pragma omp target parallel for map(tofrom: n)
  for (int i = 5; i < 5; ++i)
#pragma omp atomic
    n[3] += 1;
  puts(n[0] == 3 && n[1] == 3 && n[2] == 5 && n[3] == 0 ? "ok" : "relational operators");
  return 0;
}
