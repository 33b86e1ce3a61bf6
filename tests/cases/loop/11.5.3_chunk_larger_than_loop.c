#include <stdio.h>

int main(void)
{
  int n[3] = {0};
#pragma omp target parallel for schedule(static, 1000) map(tofrom: n) num_threads(4)
  for (int i = 0; i < 10; i++)
#pragma omp atomic
    n[0]++;
#pragma omp target parallel for schedule(dynamic, 1000) map(tofrom: n) num_threads(4)
  for (int i = 0; i < 10; i++)
#pragma omp atomic
    n[1]++;
#pragma omp target parallel for schedule(guided, 1000) map(tofrom: n) num_threads(4)
  for (int i = 0; i < 10; i++)
#pragma omp atomic
    n[2]++;
  puts(n[0] == 10 && n[1] == 10 && n[2] == 10 ? "ok" : "large chunks");
  return 0;
}
