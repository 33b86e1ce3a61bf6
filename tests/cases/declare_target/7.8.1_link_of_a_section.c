// gcc: no (its own code for a link variable is wrong where a section of it is mapped)
#include <stdio.h>

int big[100];
#pragma omp declare target link(big)

/* A section of a link variable is mapped: the device's reference leads to it. */
int main(void)
{
  int bad = 0;
  for (int i = 0; i < 100; i++)
    big[i] = i;
#pragma omp target data map(tofrom: big[10:20])
  {
#pragma omp target parallel for
    for (int i = 10; i < 30; i++)
      big[i] = -big[i];
  }
  for (int i = 0; i < 100; i++)
    bad += big[i] != (i >= 10 && i < 30 ? -i : i);
#pragma omp target parallel for map(tofrom: big[50:50])
  for (int i = 50; i < 100; i++)
    big[i] += 1000;
  for (int i = 30; i < 100; i++)
    bad += big[i] != i + (i >= 50 ? 1000 : 0);
  puts(bad == 0 ? "ok" : "section of a link variable");
  return 0;
}
