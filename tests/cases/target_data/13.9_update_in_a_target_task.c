// only: device
/* 5.2 §13.9: clauses are evaluated when the construct is encountered; list items are shared in the
 * target task, so that values move when the task executes, after those that it depends on. */
#include <stdio.h>

int main(void)
{
  int a[8] = {0}, seen[8] = {0}, first = 2, n = 3, yes = 1;
#pragma omp target data map(to: a)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out: a) shared(a)
    for (int i = 0; i < 8; i++)
      a[i] = 10 + i;
#pragma omp target update to(a[first:n]) if(yes) nowait depend(inout: a)
    first = 6, n = 1, yes = 0;
#pragma omp taskwait
#pragma omp target map(from: seen)
    for (int i = 0; i < 8; i++)
      seen[i] = a[i];
  }
  int moved = seen[2] == 12 && seen[3] == 13 && seen[4] == 14, others = seen[0] + seen[1] + seen[5] + seen[6] + seen[7];
  puts(moved && !others && first == 6 ? "ok" : "target update with nowait");
  return 0;
}
