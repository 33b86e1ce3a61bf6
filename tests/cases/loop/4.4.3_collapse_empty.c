#include <stdio.h>

int main(void)
{
  int n = 0, m = 0;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: n)
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < m; j++)
      n = 1;
  puts(n == 0 ? "ok" : "an empty inner loop ran");
  return 0;
}
