#include <stdio.h>

int main(void)
{
  static int a[4][1000];
#pragma omp parallel for num_threads(4)
  for (int t = 0; t < 4; t++)
    for (int k = 0; k < 5; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[t:1])
      for (int i = 0; i < 1000; i++)
        a[t][i] += t + 1;
    }
  int bad = 0;
  for (int t = 0; t < 4; t++)
    for (int i = 0; i < 1000; i++)
      bad += a[t][i] != 5 * (t + 1);
  puts(bad == 0 ? "ok" : "launches from several threads");
  return 0;
}
