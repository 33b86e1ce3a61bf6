// gcc: no (gcc-12's consumers come too early)
// Target tasks whose variables go out of scope, tasks that consume what they produce, and taskgroups (OpenMP 5.2 §13.8, §15.4).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#define N 2000
typedef struct { int id; double val[N]; } work;
static void produce(work *w, int k)
{
  #pragma omp target teams distribute parallel for map(from: w->val[0:N]) nowait depend(out: w->val) firstprivate(k)
  for (int i = 0; i < N; i++) w->val[i] = k * i;
}
static void consume(work *w, double *out)
{
  double s = 0;
  #pragma omp task depend(in: w->val) firstprivate(w, out, s)
  {
    for (int i = 0; i < N; i++) s += w->val[i];
    *out = s;
  }
}
int main(void)
{
  work *w = calloc(8, sizeof *w); double out[8];
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int k = 0; k < 8; k++) produce(&w[k], k);
    for (int k = 0; k < 8; k++) consume(&w[k], &out[k]);
    #pragma omp taskwait
    for (int k = 0; k < 8; k++) CHECK(out[k] == k * (double)N * (N - 1) / 2);
    #pragma omp taskgroup
    {
      for (int k = 0; k < 8; k++) {
        int local = k * 2;
        #pragma omp target nowait firstprivate(local) map(from: w[k].id)
        w[k].id = local + 1;
      }
    }
    for (int k = 0; k < 8; k++) CHECK(w[k].id == 2 * k + 1);
  }
  int x = 1;
  #pragma omp target nowait map(tofrom: x) depend(out: x)
  x = x + 1;
  #pragma omp target nowait map(tofrom: x) depend(out: x) if(0)
  x = x * 10;
  #pragma omp target update from(x) depend(in: x) nowait
  #pragma omp taskwait
  CHECK(x == 20);
  free(w);
  if (!errors)
    puts("ok");
  return errors != 0;
}
