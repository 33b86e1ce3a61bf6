#include <stdio.h>

int main(void)
{
  int s = 2, r[3] = {0};
#pragma omp target parallel for map(tofrom: r)
  for (int i = 0; i < 10; i = i + s)
#pragma omp atomic
    r[0] += i;
#pragma omp target parallel for map(tofrom: r)
  for (int i = 0; i < 10; i = s + i)
#pragma omp atomic
    r[1] += i;
#pragma omp target parallel for map(tofrom: r)
  for (int i = 10; i > 0; i = i - s)
#pragma omp atomic
    r[2] += i;
  puts(r[0] == 20 && r[1] == 20 && r[2] == 30 ? "ok" : "increment forms");
  return 0;
}
