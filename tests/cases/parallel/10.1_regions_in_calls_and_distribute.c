// Parallel regions in the iterations of distribute, in functions, in each other, and one behind the other (OpenMP 5.2 §10.1).
#include <omp.h>
#include <stdio.h>

#include "../check.h"
#define NB 8
#define NI 64
#pragma omp declare target
static int tree(int lo, int hi, const int *a)
{
  if (hi - lo == 1) return a[lo];
  int mid = (lo + hi) / 2;
  return tree(lo, mid, a) + tree(mid, hi, a);
}
static void block(int *row, int b)
{
  #pragma omp parallel for if(b != 2)
  for (int i = 0; i < NI; i++) row[i] = b * NI + i;
}
#pragma omp end declare target
int main(void)
{
  int g[NB][NI], tot[NB]; int maxl = 0, inner = 0;
  #pragma omp target teams distribute map(from: g, tot) num_teams(NB)
  for (int b = 0; b < NB; b++) {
    int s = 0;
    block(g[b], b);
    #pragma omp parallel num_threads(4)
    {
      #pragma omp for reduction(+: s) schedule(dynamic, 4)
      for (int i = 0; i < NI; i++) s += g[b][i];
      #pragma omp single
      s += 1000000;
    }
    tot[b] = s;
    if (b == 3) tot[b] += tree(0, NI, g[b]) - tree(0, NI, g[b]);
  }
  for (int b = 0; b < NB; b++) { int w = 0; for (int i = 0; i < NI; i++) { CHECK(g[b][i] == b * NI + i); w += g[b][i]; } CHECK(tot[b] == w + 1000000); }
  #pragma omp target parallel num_threads(3) map(tofrom: maxl, inner)
  {
    #pragma omp parallel num_threads(2)
    {
      #pragma omp atomic
      inner++;
      #pragma omp critical
      if (omp_get_level() > maxl) maxl = omp_get_level();
    }
  }
  CHECK(maxl == 2 && inner >= 1 && inner <= 6);
  int phases[3] = {0};
  #pragma omp target map(tofrom: phases)
  {
    #pragma omp parallel
    {
      #pragma omp atomic
      phases[0]++;
    }
    phases[0] = phases[0] > 0;
    #pragma omp parallel for simd
    for (int i = 0; i < 10; i++) {
      #pragma omp atomic
      phases[1] += i;
    }
    #pragma omp parallel sections
    {
      #pragma omp section
      phases[2] = 7;
    }
  }
  CHECK(phases[0] == 1 && phases[1] == 45 && phases[2] == 7);
  if (!errors)
    puts("ok");
  return errors != 0;
}
