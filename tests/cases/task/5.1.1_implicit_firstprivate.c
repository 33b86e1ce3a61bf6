// OpenMP 5.2 §5.1.1: what a task refers to is firstprivate unless all threads of the team
// around it share it: the task's assignments are its own.
// gcc: no (5.1: begin declare target)
#include <stdio.h>

#pragma omp begin declare target
static int orphaned(int v) {
#pragma omp task depend(out : v)
  v += 7;
#pragma omp taskwait
  return v;
}
#pragma omp end declare target

int main(void) {
  int bad[6] = {0}, mapped = 0;
#pragma omp target map(tofrom : bad, mapped)
  {
#pragma omp parallel num_threads(2)
    {
      int local = 1;
#pragma omp task
      local = 5;
#pragma omp taskwait
      if (local != 1)
#pragma omp atomic write
        bad[0] = 1;
    }
    int own = 1, team = 1, loop = 1;
#pragma omp task
    own = 7;
#pragma omp taskwait
    bad[1] = own != 1;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
      team = 9;
#pragma omp taskwait
    }
    bad[2] = team != 9;
#pragma omp taskloop
    for (int i = 0; i < 3; i++)
      loop += i;
    bad[3] = loop != 1;
#pragma omp task
    mapped = 1;
#pragma omp taskwait
    bad[4] = mapped != 0;
    bad[5] = orphaned(3) != 3;
  }
  int n = 0;
  for (int i = 0; i < 6; i++)
    n += bad[i] << i;
  if (n == 0)
    printf("ok\n");
  else
    printf("wrong: %x\n", n);
}
