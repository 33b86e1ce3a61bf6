// amd: each
// gcc: no (gcc 12 has no allocate directive)
// Tasks in a parallel region use memory of the team and call functions through pointers.
#include <omp.h>
#include <stdio.h>
static int pick(int i) { return i * 3; }
static int other(int i) { return i + 7; }
int main(void) {
  int n = 0, x = 0, s = 0;
#pragma omp target map(tofrom: n, x, s)
  {
    int (*f[2])(int) = {pick, other};
    int t[4] = {0};
#pragma omp allocate(t) allocator(omp_pteam_mem_alloc)
    t[0] = t[1] = t[2] = t[3] = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      for (int i = 0; i < 4; i++) {
#pragma omp task firstprivate(i) shared(t) depend(inout: x)
        { t[i] = f[i & 1](i); x++; }
      }
#pragma omp taskloop grainsize(1) shared(t)
      for (int i = 0; i < 4; i++) {
#pragma omp atomic
        n += t[i] >= 0;
      }
#pragma omp taskwait
      for (int i = 0; i < 4; i++) s += t[i];
    }
  }
  int bad = n != 4 || x != 4 || s != 24;
  printf(bad ? "wrong: %d %d %d\n" : "ok\n", n, x, s);
  return bad;
}
