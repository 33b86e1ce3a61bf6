// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// What the clauses allow changes no result: tasks may be replayed, run by other
// threads, and have dependences beyond their own children (6.0 §14).
#include <stdio.h>

int main(void)
{
  int x = 0, y = 0;
#pragma omp target map(tofrom: x, y)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task replayable threadset(omp_team) depend(inout: x)
    x = 1;
#pragma omp task depend(inout: x)
    x *= 10;
#pragma omp taskwait replayable
#pragma omp taskloop replayable threadset(omp_team)
    for (int i = 0; i < 8; i++)
#pragma omp atomic
      y += i;
  }
  puts(x == 10 && y == 28 ? "ok" : "wrong");
  return 0;
}
