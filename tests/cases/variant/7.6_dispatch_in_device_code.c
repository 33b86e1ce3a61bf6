// gcc: no (gcc-12 does not know dispatch)
// dispatch in device code: the construct counts in the context of its call alone; novariants and nocontext
// leave variants out; depend and nowait make a task, which is executed at once.
#include <stdio.h>

int v_dispatch(int x) { return x + 100; }
int v_target(int x) { return x + 200; }
#pragma omp declare variant(v_dispatch) match(construct = {dispatch})
#pragma omp declare variant(v_target) match(construct = {target})
int f(int x) { return x; }

int main(void) {
  int r[8] = {0};
  int yes = 1, no = 0;
#pragma omp target map(tofrom : r) firstprivate(yes, no)
  {
#pragma omp dispatch
    r[0] = f(f(1) - 201);
    r[1] = f(1);
#pragma omp dispatch novariants(yes)
    r[2] = f(1);
#pragma omp dispatch novariants(no)
    r[3] = f(1);
#pragma omp dispatch nocontext(yes)
    r[4] = f(1);
#pragma omp dispatch nocontext(no) depend(inout : r[5]) nowait
    r[5] = f(1);
#pragma omp dispatch novariants(1)
    r[6] = f(1);
#pragma omp taskwait
#pragma omp dispatch nocontext(1)
    r[7] = f(1);
  }
  int want[8] = {100, 201, 1, 101, 201, 101, 1, 201};
  for (int i = 0; i < 8; i++)
    if (r[i] != want[i])
      return printf("%d: %d, not %d\n", i, r[i], want[i]), 1;
  printf("ok\n");
}
