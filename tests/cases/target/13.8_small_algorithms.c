// Small algorithms as programs have them, without a warning: meshes, searches, double buffers, histograms, strings (OpenMP 5.2 §13.8).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check.h"
#define N 256
typedef struct cell { float v[4]; struct cell *left, *right; } cell;
typedef struct { cell *cells; int n; float *w; int *idx; } mesh;
static void relax(mesh *m)
{
  cell *c = m->cells; int n = m->n; const float *w = m->w; const int *idx = m->idx;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:n]) map(to: w[0:n], idx[0:n])
  for (int i = 0; i < n; i++) for (int k = 0; k < 4; k++) c[idx[i]].v[k] += w[i];
}
static float norm(const mesh *m)
{
  float s = 0;
  const cell *c = m->cells; int n = m->n;
  #pragma omp target teams loop reduction(+: s) map(to: c[:n])
  for (int i = 0; i < n; i++) s += c[i].v[0];
  return s;
}
static int flag;
static int find(const int *a, int n, int key)
{
  int pos = -1;
  #pragma omp target map(to: a[:n]) map(tofrom: pos) map(always, tofrom: flag)
  {
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      if (a[i] == key) {
        #pragma omp critical
        { if (pos < 0 || i < pos) pos = i; flag = 1; }
      }
  }
  return pos;
}
int main(void)
{
  mesh m = {malloc(N * sizeof(cell)), N, malloc(N * sizeof(float)), malloc(N * sizeof(int))};
  for (int i = 0; i < N; i++) { memset(&m.cells[i], 0, sizeof(cell)); m.w[i] = i; m.idx[i] = (i * 3) % N; }
  relax(&m);
  CHECK(m.cells[3].v[2] == 1);
  CHECK(norm(&m) == N * (N - 1) / 2);
  CHECK(find(m.idx, N, 9) == 3 && flag == 1); CHECK(find(m.idx, N, -1) == -1);
  float *tmp = malloc(N * sizeof *tmp), *cur = m.w, *nxt = tmp;
  #pragma omp target data map(tofrom: cur[0:N]) map(alloc: nxt[0:N])
  {
    for (int it = 0; it < 10; it++) {
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++) nxt[i] = (cur[i ? i - 1 : N - 1] + cur[(i + 1) % N]) / 2;
      float *t = cur; cur = nxt; nxt = t;
    }
  }
  CHECK(m.w[0] > 0);
  int err = 0, maxv = 0;
  #pragma omp target parallel map(tofrom: err, maxv) num_threads(8)
  {
    int local = 0;
    #pragma omp for nowait
    for (int i = 0; i < 100; i++) if (i % 10 == 0) local++;
    #pragma omp atomic
    err += local;
    #pragma omp critical(mx)
    if (omp_get_thread_num() > maxv) maxv = omp_get_thread_num();
  }
  CHECK(err == 10 && maxv >= 0 && maxv < 8);
  int priv, shared_ = 0, lp;
  #pragma omp target teams distribute parallel for private(priv) lastprivate(lp) map(tofrom: shared_, lp)
  for (int i = 0; i < N; i++) { priv = i; lp = priv; if (i == 5) shared_ = priv; }
  CHECK(lp == N - 1 && shared_ == 5);
  int h[16] = {0}, *ph = h; size_t sz = 16;
  #pragma omp target teams distribute parallel for map(tofrom: ph[0:sz])
  for (size_t i = 0; i < 1000; i++) {
    #pragma omp atomic
    ph[i % sz]++;
  }
  CHECK(h[0] == 63 && h[15] == 62);
  char buf[64], *msg = buf; strcpy(buf, "ifmmp");
  #pragma omp target map(tofrom: msg[0:strlen(buf) + 1])
  for (char *p = msg; *p; p++) --*p;
  CHECK(!strcmp(buf, "hello"));
  if (!errors)
    puts("ok");
  return errors != 0;
}
