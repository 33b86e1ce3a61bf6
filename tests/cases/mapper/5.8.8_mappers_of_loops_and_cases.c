// gcc: no (gcc-12 has no mappers)
// Mappers that blocks of loops and cases declare have the scope of variables.
#include <stdio.h>
struct s { int n, *p; }; typedef struct s S;
static int f(int k) { int x[4] = {1, 2, 3, 4}; S v = {k, x}; int r = 0;
  for (int i = 0; i < 2; i++) {
    #pragma omp declare mapper(m: S t) map(t, t.p[0:t.n])
    #pragma omp target map(mapper(m), tofrom: v) map(tofrom: r)
    r += v.p[1]; }
  { 
    #pragma omp declare mapper(m: struct s u) map(u.n, u.p) map(u.p[2:2])
    #pragma omp target map(mapper(m), tofrom: v) map(tofrom: r)
    r += v.p[3]; }
  switch (k) { case 4: {
    #pragma omp declare mapper(m: S t) map(t, t.p[0:1])
    #pragma omp target map(mapper(m), tofrom: v) map(tofrom: r)
    r += v.p[0]; } }
  return r; }
int main(void) { int r = f(4); printf(r == 9 ? "ok\n" : "wrong %d\n", r); return r != 9; }
