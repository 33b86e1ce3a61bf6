#include <stdio.h>

int main(void)
{
  int r[6] = {0}, big = 0;
#pragma omp target map(tofrom: r, big)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int p = 5;
#pragma omp task final(1) shared(r)
    r[0] = 1;
#pragma omp task untied shared(r)
    r[1] = 2;
#pragma omp task mergeable shared(r)
    r[2] = 3;
#pragma omp task priority(3) shared(r)
    r[3] = 4;
#pragma omp task private(p) default(shared)
    {
      p = 50;
      r[4] = p;
    }
#pragma omp task default(none) shared(r) firstprivate(p) affinity(r[5:1])
    r[5] = p;
#pragma omp taskwait
  }
  puts(r[0] == 1 && r[1] == 2 && r[2] == 3 && r[3] == 4 && r[4] == 50 && r[5] == 5 ? "ok" : "clauses of task");
  return 0;
}
