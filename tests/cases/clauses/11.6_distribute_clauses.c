#include <stdio.h>

int main(void)
{
  int m[6][4], t = 0, k = 2, last = -1;
#pragma omp target map(from: m) map(tofrom: last)
#pragma omp teams num_teams(3)
#pragma omp distribute collapse(2) private(t) firstprivate(k) lastprivate(last) order(concurrent)
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 4; j++) {
      t = k * (i * 4 + j);
      m[i][j] = t;
      last = t;
    }
  int bad = last != 46;
  for (int i = 0; i < 24; i++)
    bad += m[i / 4][i % 4] != 2 * i;
  puts(bad == 0 ? "ok" : "clauses of distribute");
  return 0;
}
