#include <stdio.h>

int main(void)
{
  int a[40] = {0}, m[4][5] = {{0}}, last = 0, k = 3, t = 0;
#pragma omp target map(tofrom: a, m, last) firstprivate(k)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskloop firstprivate(k) lastprivate(last) private(t) shared(a) grainsize(7)
    for (int i = 0; i < 40; i++) {
      t = i * k;
      a[i] = t;
      last = i;
    }
#pragma omp taskloop collapse(2) num_tasks(4) shared(m) untied mergeable
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 5; j++)
        m[i][j] = 10 * i + j;
#pragma omp taskgroup
    {
#pragma omp taskloop nogroup default(none) shared(a) if(0) priority(1)
      for (int i = 0; i < 10; i++)
        a[i] += 1;
    }
#pragma omp taskloop final(1) shared(a)
    for (int i = 10; i < 20; i++)
      a[i] += 2;
  }
  int bad = last != 39;
  for (int i = 0; i < 40; i++)
    bad += a[i] != 3 * i + (i < 10 ? 1 : i < 20 ? 2 : 0);
  for (int i = 0; i < 20; i++)
    bad += m[i / 5][i % 5] != 10 * (i / 5) + i % 5;
  puts(bad == 0 ? "ok" : "clauses of taskloop");
  return 0;
}
