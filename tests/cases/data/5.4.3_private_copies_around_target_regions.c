// gcc: no (gcc-12 uses the original)
// Private, firstprivate, lastprivate, reduction copies of declare target variables in host regions are locals for target regions inside.
#include <stdio.h>
int g = 5, h[3] = {1, 2, 3}; static int st = 9;
#pragma omp declare target enter(g, h) 
#pragma omp declare target link(st)
int main(void) { int bad = 0;
  #pragma omp parallel num_threads(2) firstprivate(g, h) reduction(|: bad)
  { g = 40; h[1] = 7;
    #pragma omp target map(tofrom: g) map(tofrom: h)
    { bad |= 0; g += h[1]; h[2] = g; }
    bad |= g != 47 || h[2] != 47; }
  bad |= (g != 5 || h[2] != 3) * 2;
  int r = 0;
  #pragma omp target map(from: r)
  r = g + h[1];
  bad |= (r != 7) * 4;
  #pragma omp parallel for num_threads(2) lastprivate(g) reduction(|: bad)
  for (int i = 0; i < 4; i++) { g = i;
    int q = 0;
    #pragma omp target map(from: q) map(to: g)
    q = g;
    bad |= (q != i) * 8; }
  bad |= (g != 3) * 16;
  #pragma omp task private(st) shared(bad)
  { st = 3; int q = 0;
    #pragma omp target map(from: q) firstprivate(st)
    q = st;
    bad |= (q != 3) * 32; }
  #pragma omp taskwait
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
