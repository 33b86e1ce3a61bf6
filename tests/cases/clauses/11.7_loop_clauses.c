#include <stdio.h>

int main(void)
{
  int m[5][6], last = 0, t = 7, s = 0;
#pragma omp target map(from: m) map(tofrom: last, s)
  {
#pragma omp parallel
    {
#pragma omp loop bind(parallel) collapse(2) private(t)
      for (int i = 0; i < 5; i++)
        for (int j = 0; j < 6; j++) {
          t = i * 6 + j;
          m[i][j] = t;
        }
    }
    int i;
#pragma omp loop bind(thread) lastprivate(i) reduction(+: s) order(concurrent)
    for (i = 0; i < 10; i++)
      s += i;
    last = i;
  }
  int bad = last != 10 || s != 45;
  for (int k = 0; k < 30; k++)
    bad += m[k / 6][k % 6] != k;
  puts(bad == 0 ? "ok" : "clauses of loop");
  return 0;
}
