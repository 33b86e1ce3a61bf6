#include <stdio.h>

int main(void)
{
  int r[12] = {0}, bad = 0;
#pragma omp target teams distribute map(tofrom: r) num_teams(3) thread_limit(4)
  for (int i = 0; i < 12; i++) {
    int s = 0;
#pragma omp parallel for reduction(+: s)
    for (int j = 0; j < 100; j++)
      s += j + i;
    r[i] = s;
  }
  for (int i = 0; i < 12; i++)
    bad += r[i] != 4950 + 100 * i;
  puts(bad == 0 ? "ok" : "parallel loops inside distribute");
  return 0;
}
