// Reductions of structures by functions, of sections behind pointers, of rows, and of nested regions (OpenMP 5.2 §5.5.8, §5.5.11).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check.h"
#define N 5000
typedef struct { int lo, hi; float sum[3]; } stat_t;
static void stat_init(stat_t *s) { s->lo = 1 << 30; s->hi = -(1 << 30); for (int i = 0; i < 3; i++) s->sum[i] = 0; }
static void stat_join(stat_t *a, const stat_t *b) { if (b->lo < a->lo) a->lo = b->lo; if (b->hi > a->hi) a->hi = b->hi; for (int i = 0; i < 3; i++) a->sum[i] += b->sum[i]; }
#pragma omp declare reduction(join: stat_t: stat_join(&omp_out, &omp_in)) initializer(stat_init(&omp_priv))
#pragma omp declare reduction(absmax: int, double: omp_out = (omp_in < 0 ? -omp_in : omp_in) > omp_out ? (omp_in < 0 ? -omp_in : omp_in) : omp_out) initializer(omp_priv = 0)
int main(void)
{
  stat_t s; stat_init(&s); int am = 3; double ad = 0; int minus = 100, xr = 5, ad2[4][3] = {{0}};
  #pragma omp target teams distribute parallel for reduction(join: s) reduction(absmax: am, ad) map(tofrom: s) num_teams(6)
  for (int i = 0; i < N; i++) {
    stat_t o = {i - 10, i * 2, {1, 2, 0.5f}};
    stat_join(&s, &o);
    if (i % 7 == 0) am = am > i ? am : i;
    ad = ad > i * 0.5 ? ad : i * 0.5;
  }
  CHECK(s.lo == -10 && s.hi == 2 * (N - 1) && s.sum[0] == N && s.sum[1] == 2 * N && s.sum[2] == N / 2); CHECK(am == 4998 && ad == (N - 1) * 0.5);
  #pragma omp target teams distribute parallel for reduction(-: minus) reduction(^: xr) reduction(+: ad2)
  for (int i = 0; i < N; i++) { minus -= 1; xr ^= i; ad2[i & 3][i % 3]++; }
  int wx = 5, wa[4][3] = {{0}}; for (int i = 0; i < N; i++) { wx ^= i; wa[i & 3][i % 3]++; }
  CHECK(minus == 100 - N && xr == wx && !memcmp(wa, ad2, sizeof wa));
  int *h = calloc(100, sizeof *h), n = 40;
  #pragma omp target teams distribute parallel for reduction(+: h[10:n]) map(tofrom: h[0:100])
  for (int i = 0; i < N; i++) h[10 + i % n]++;
  for (int i = 0; i < 100; i++) CHECK(h[i] == (i >= 10 && i < 50 ? N / 40 : 0));
  double (*m)[8] = calloc(5, sizeof *m);
  #pragma omp target parallel for reduction(max: m[1:3][0:8]) map(tofrom: m[0:5])
  for (int i = 0; i < N; i++) { double *c = &m[1 + i % 3][i % 8]; if (i > *c) *c = i; }
  for (int r = 1; r < 4; r++) for (int c = 0; c < 8; c++) CHECK(m[r][c] >= N - 24);
  CHECK(m[0][0] == 0 && m[4][7] == 0);
  int out = 0;
  #pragma omp target teams num_teams(4) reduction(+: out) map(tofrom: out)
  {
    int mine = 0, deep = 0;
    #pragma omp parallel num_threads(8) reduction(+: mine)
    {
      #pragma omp for reduction(+: deep)
      for (int i = 0; i < 64; i++) deep++;
      mine += deep == 64;
    }
    out += mine > 0;
  }
  CHECK(out >= 1 && out <= 4);
  struct { int v; int arr[5]; } st = {1, {0}};
  int *pv = &st.v; int arr5[5] = {0};
  #pragma omp target teams distribute parallel for reduction(+: pv[0:1], arr5[1:3])
  for (int i = 0; i < 100; i++) { pv[0]++; arr5[1 + i % 3]++; }
  CHECK(st.v == 101 && arr5[1] == 34 && arr5[0] == 0 && arr5[4] == 0);
  if (!errors)
    puts("ok");
  return errors != 0;
}
