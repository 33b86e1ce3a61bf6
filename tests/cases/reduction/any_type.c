// amd: slow
// Reductions of every kind of type by teams of any number of threads: several in one region, in sections, under if.
#include <stdio.h>
#include <complex.h>
typedef struct { double v[3]; int id; } V;
static void vadd(V *a, const V *b) { for (int i = 0; i < 3; i++) a->v[i] += b->v[i]; if (b->id > a->id) a->id = b->id; }
#pragma omp declare target to(vadd)
#pragma omp declare reduction(vadd: V: vadd(&omp_out, &omp_in)) initializer(omp_priv = {{0,0,0}, -1})
typedef struct { char big[200]; int n; } B;
#pragma omp declare reduction(bmax: B: omp_out = omp_in.n > omp_out.n ? omp_in : omp_out) initializer(omp_priv = omp_orig)
int main(void) {
  int n = 777, flag = 0; long x[4] = {0};
  // several loops with nowait inside one region, thread count by variable
  int nt = 45; short sh = 0; unsigned char uc = 255; unsigned long ul = 0; _Bool any = 0, all = 1; float f = 1;
  #pragma omp target parallel num_threads(nt) map(tofrom: sh, uc, ul, any, all, f, x)
  for (int r = 0; r < 3; r++) {
    #pragma omp for reduction(+: sh) reduction(min: uc) nowait
    for (int i = 0; i < n; i++) { sh += i & 7; uc = (i ^ 0x5a) & 0xff ? ((i ^ 0x5a) & 0xff) < uc ? (i ^ 0x5a) & 0xff : uc : uc; }
    #pragma omp for reduction(max: ul) reduction(||: any) reduction(&&: all) nowait
    for (int i = 0; i < n; i++) { ul = i * 3ul > ul ? i * 3ul : ul; any = any || i == 776; all = all && i < 776; }
    #pragma omp for reduction(+: x)
    for (int i = 0; i < n; i++) x[i & 3] += i;
  }
  printf("%d %d %lu %d %d %ld %ld\n", sh, uc, ul, any, all, x[0], x[3]);
  V v = {{1, 2, 3}, 0}; double _Complex z = 0; B b = {{0}, 0};
  #pragma omp target teams distribute parallel for reduction(vadd: v) reduction(+: z) reduction(bmax: b) thread_limit(96)
  for (int i = 0; i < n; i++) { V t = {{i, 1, 2 * i}, i}; vadd(&v, &t); z += i + 2.0 * i * I; if ((i * 37) % 1000 > b.n) { b.n = (i * 37) % 1000; b.big[7] = i % 100; } }
  printf("%g %g %g %d  %g %g  %d %d\n", v.v[0], v.v[1], v.v[2], v.id, creal(z), cimag(z), b.n, b.big[7]);
  V w = {{0, 0, 0}, 0}; int cnt = 0;
  #pragma omp target teams num_teams(7) reduction(vadd: w) reduction(+: cnt)
  {
    #pragma omp parallel for reduction(vadd: w) if(flag == 0)
    for (int i = 0; i < 100; i++) { w.v[0] += 1; w.id = i > w.id ? i : w.id; }
    cnt++;
  }
  printf("%g %d %d\n", w.v[0] / cnt, w.id, cnt > 0);
  int s1 = 0, s2 = 0;
  #pragma omp target parallel if(flag) map(tofrom: s1, s2)
  {
    #pragma omp sections reduction(+: s1)
    {
      s1 += 1;
      #pragma omp section
      s1 += 10;
      #pragma omp section
      s1 += 100;
    }
    #pragma omp for reduction(+: s2)
    for (int i = 0; i < 10; i++) s2 += i;
  }
  printf("%d %d\n", s1, s2);
  double rows[5] = {0}; int k = 5; double m2[3][4] = {0};
  #pragma omp target teams distribute parallel for collapse(2) reduction(+: m2) num_teams(3) thread_limit(33)
  for (int i = 0; i < 30; i++) for (int j = 0; j < 40; j++) m2[i % 3][j % 4] += i + j;
  #pragma omp target teams distribute map(tofrom: rows)
  for (int i = 0; i < 5; i++) { double s = 0; V q = {{0,0,0}, 0};
    #pragma omp parallel for reduction(+: s) reduction(vadd: q)
    for (int j = 0; j < 100; j++) { s += i * j; q.v[1] += 1; }
    rows[i] = s + q.v[1]; }
  printf("%g %g %g %g\n", m2[0][0], m2[2][3], rows[0], rows[4]);
  double *p = rows; long tot = 0;
  #pragma omp target teams distribute parallel for reduction(*: f) reduction(-: tot)
  for (int i = 0; i < 10; i++) { f *= 1.5f; tot -= i; }
  printf("%g %ld\n", f, tot); (void)k; (void)p;
}
