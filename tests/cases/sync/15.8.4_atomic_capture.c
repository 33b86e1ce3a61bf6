#include <stdio.h>

int main(void)
{
  int n = 0, slots[100];
  for (int i = 0; i < 100; i++)
    slots[i] = -1;
#pragma omp target teams distribute parallel for map(tofrom: n, slots)
  for (int i = 0; i < 100; i++) {
    int at;
#pragma omp atomic capture
    at = n++;
    slots[at] = i;
  }
  int seen[100] = {0}, bad = n != 100;
  for (int i = 0; i < 100; i++)
    if (slots[i] >= 0)
      seen[slots[i]]++;
  for (int i = 0; i < 100; i++)
    bad += seen[i] != 1;
  puts(bad == 0 ? "ok" : "atomic capture");
  return 0;
}
