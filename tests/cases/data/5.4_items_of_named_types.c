// List items whose types have names: arrays, rows, enumerations, unions, vectors, bit-fields (OpenMP 5.2 §5.4, §5.8.3).
#include <omp.h>
#include <stdio.h>

#include "../check.h"
#define N 600
typedef float vec4[4];
typedef vec4 mat4[4];
typedef int (*rowp)[8];
typedef enum { RED, GREEN = 5, BLUE = 9 } color;
typedef struct { mat4 m; color c; const char *s; } obj;
typedef union { int i; float f; unsigned char b[4]; } u32;
typedef double dvec __attribute__((vector_size(16)));
int main(void)
{
  vec4 v = {1, 2, 3, 4}, lp = {0}, red = {0}; mat4 m = {{0}}; color c = RED, cm = RED; obj o = {.c = GREEN}; u32 u = {.i = 7};
  int tab[4][8] = {{0}}; rowp rp = tab; const vec4 kv = {5, 6, 7, 8}; volatile int vol = 3; int *restrict rs = &tab[0][0]; register int reg = 4;
  #pragma omp target teams distribute parallel for firstprivate(v, kv) lastprivate(lp) reduction(+: red) map(tofrom: m)
  for (int i = 0; i < N; i++) {
    v[0] += 1; for (int k = 0; k < 4; k++) lp[k] = i + k;
    red[i & 3] += kv[i & 3];
    if (i < 16) m[i / 4][i % 4] = i;
  }
  CHECK(v[0] == 1 && lp[3] == N - 1 + 3 && red[0] == 5 * N / 4 && red[3] == 8 * N / 4 && m[3][3] == 15);
  #pragma omp target teams distribute parallel for reduction(max: cm) private(o) firstprivate(u, c)
  for (int i = 0; i < N; i++) { o.c = i == 77 ? BLUE : c; o.m[1][2] = i; u.f = 1; if (o.c > cm && o.m[1][2] == i) cm = o.c; }
  CHECK(cm == BLUE && o.c == GREEN && u.i == 7);
  #pragma omp target map(tofrom: rp[0:4]) firstprivate(vol, reg)
  for (int i = 0; i < 4; i++) for (int j = 0; j < 8; j++) rp[i][j] = i * 8 + j + vol + reg;
  CHECK(tab[3][7] == 31 + 7);
  #pragma omp target map(tofrom: rs[0:32])
  rs[5] = -1;
  CHECK(tab[0][5] == -1);
  dvec dv = {1, 2}, ds = {0, 0};
  #pragma omp target map(tofrom: ds) firstprivate(dv)
  for (int i = 0; i < 10; i++) ds += dv * (double)i;
  CHECK(ds[0] == 45 && ds[1] == 90);
  u32 ua[5];
  #pragma omp target parallel for map(from: ua)
  for (int i = 0; i < 5; i++) { ua[i].f = 1.0f; ua[i].b[0] = i; }
  CHECK(ua[4].i == 0x3f800004);
  struct { int a: 4, b: 12; } bf = {1, 2};
  #pragma omp target map(tofrom: bf)
  { bf.a += 2; bf.b *= 100; }
  CHECK(bf.a == 3 && bf.b == 200);
  long long ll = 0; unsigned char uc = 1; short sh = 0; float fm = 1e30f; 
  #pragma omp target teams distribute parallel for reduction(+: ll, sh) reduction(*: uc) reduction(min: fm)
  for (int i = 0; i < N; i++) { ll += 1LL << 33; sh++; uc *= i % 100 == 3 ? 2 : 1; fm = fm < 600 - i ? fm : 600 - i; }
  CHECK(ll == (1LL << 33) * N && sh == N && uc == 64 && fm == 1);
  _Bool bl = 0; char ch = 'a'; void *vp = &bl; size_t sz = sizeof(mat4);
  #pragma omp target map(tofrom: bl, ch, sz) 
  { bl = sz == 64; ch++; sz = (size_t)(vp != 0); }
  CHECK(bl && ch == 'b' && sz == 1);
  if (!errors)
    puts("ok");
  return errors != 0;
}
