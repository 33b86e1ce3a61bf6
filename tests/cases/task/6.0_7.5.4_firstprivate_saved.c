// OpenMP 6.0 §7.5.4: with the modifier saved a replayed task has the value of the recorded
// one; where no record is replayed, that is the value at its construct.
// gcc: no (6.0)
#include <stdio.h>

int main(void) {
  int x = 3, y = 0, z = 0;
#pragma omp taskgraph
  {
#pragma omp task firstprivate(saved : x) shared(y)
    y = ++x;
  }
#pragma omp target map(tofrom : z) firstprivate(x)
  {
#pragma omp task firstprivate(saved : x) shared(z)
    z = ++x;
#pragma omp taskwait
  }
  if (x == 3 && y == 4 && z == 4)
    printf("ok\n");
}
