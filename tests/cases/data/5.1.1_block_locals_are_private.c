#include <stdio.h>

int main(void)
{
  int r[64];
#pragma omp target teams distribute parallel for map(from: r)
  for (int i = 0; i < 64; i++) {
    int t[2] = {i, i + 1};
    t[0] += t[1];
    r[i] = t[0];
  }
  int bad = 0;
  for (int i = 0; i < 64; i++)
    bad += r[i] != 2 * i + 1;
  puts(bad == 0 ? "ok" : "locals of the loop body");
  return 0;
}
