// Functions that take and give structures, a reduction of them, and loops with every kind of branch in a region (OpenMP 5.2 §13.8).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#define N 1024
typedef struct { double x, y, z; } v3;
typedef struct { v3 pos, vel; double m; int id; char tag[5]; } body;
#pragma omp declare target
static v3 add(v3 a, v3 b) { return (v3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static v3 scale(v3 a, double f) { a.x *= f; a.y *= f; a.z *= f; return a; }
static double dot(const v3 *a, const v3 *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }
static body step(body b, double dt) { b.pos = add(b.pos, scale(b.vel, dt)); b.tag[0]++; return b; }
static const double w[4] = {0.5, 1.5, 2.5, 3.5};
#pragma omp end declare target
#pragma omp declare reduction(v3add: v3: omp_out = add(omp_out, omp_in)) initializer(omp_priv = (v3){0, 0, 0})
int main(void)
{
  body *b = malloc(N * sizeof *b); v3 com = {0, 0, 0}; double e = 0, em = -1;
  for (int i = 0; i < N; i++) b[i] = (body){{i, 2 * i, 3 * i}, {1, 1, 1}, 2, i, "a"};
  #pragma omp target data map(tofrom: b[0:N])
  {
    for (int t = 0; t < 4; t++) {
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++) b[i] = step(b[i], w[t]);
    }
    #pragma omp target teams distribute parallel for reduction(v3add: com) reduction(+: e) reduction(max: em)
    for (int i = 0; i < N; i++) { com = add(com, b[i].pos); double k = dot(&b[i].vel, &b[i].vel); e += k; if (b[i].pos.x > em) em = b[i].pos.x; }
  }
  CHECK(b[5].pos.x == 13 && b[5].tag[0] == 'e' && b[5].id == 5);
  CHECK(com.x == N * (N - 1) / 2 + 8.0 * N && com.z == 3.0 * N * (N - 1) / 2 + 8.0 * N); CHECK(e == 3 * N && em == N - 1 + 8);
  int steps = 0, mx = 0;
  #pragma omp target teams distribute parallel for reduction(max: mx) reduction(+: steps)
  for (int i = 1; i < 2000; i++) {
    unsigned long n = i; int c = 0;
    while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; c++; if (c > 10000) break; }
    switch (c % 4) { case 0: steps += 1; break; case 1: steps += 2; /* fall through */ case 2: steps += 3; break; default: if (c > mx) mx = c; continue; }
    if (c > mx) mx = c;
  }
  int ws = 0, wm = 0;
  for (int i = 1; i < 2000; i++) { unsigned long n = i; int c = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; c++; } switch (c % 4) { case 0: ws += 1; break; case 1: ws += 5; break; case 2: ws += 3; break; } if (c > wm) wm = c; }
  CHECK(steps == ws && mx == wm);
  if (!errors)
    puts("ok");
  return errors != 0;
}
