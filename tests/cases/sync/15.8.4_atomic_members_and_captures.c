// Atomic constructs on members, elements and scalars of each width, side by side in one loop (OpenMP 5.2 §15.8.4).
#include <omp.h>
#include <stdio.h>

#include "../check.h"
#define N 2000
struct S { int c; double d; struct { unsigned char u; short s[3]; } in; };
int main(void)
{
  struct S s = {0, 0, {0, {0}}}, *p = &s; int arr[10] = {0}, idx = 3, v = 0, x = 0; float f = 0; long long caps = 0; unsigned um = 0; int mn = 99999, mx = -1; _Bool bb = 0;
  #pragma omp target teams distribute parallel for map(tofrom: s, arr, f, caps, um, mn, mx, x, bb) private(v) firstprivate(idx)
  for (int i = 0; i < N; i++) {
    #pragma omp atomic update
    s.c = s.c + 2;
    #pragma omp atomic
    s.d -= 0.5;
    #pragma omp atomic
    s.in.s[i % 3]++;
    #pragma omp atomic
    s.in.u |= (unsigned char)(1u << (i % 8));
    #pragma omp atomic relaxed
    arr[idx + i % 4] += i;
    #pragma omp atomic
    f = 1.0f + f;
    #pragma omp atomic capture
    v = x++;
    #pragma omp atomic
    caps += v;
    #pragma omp atomic compare
    mx = mx < i ? i : mx;
    #pragma omp atomic compare
    if (mn > 5000 - i) { mn = 5000 - i; }
    #pragma omp atomic write
    bb = 1;
    #pragma omp atomic capture
    { v = arr[0]; arr[0] = i; }
    #pragma omp atomic capture seq_cst
    v = um ^= i & 1;
  }
  (void)p;
  CHECK(s.c == 2 * N && s.d == -0.5 * N && s.in.s[0] + s.in.s[1] + s.in.s[2] == N && s.in.u == 255);
  int t = 0; for (int i = 3; i < 7; i++) t += arr[i];
  CHECK(t == N * (N - 1) / 2); CHECK(f == N); CHECK(x == N && caps == (long long)N * (N - 1) / 2);
  CHECK(mx == N - 1 && mn == 5001 - N && bb);
  double dmax = 0; int hits = 0;
  #pragma omp target parallel for map(tofrom: dmax, hits)
  for (int i = 0; i < N; i++) {
    double val = (i * 7919) % 1000 / 10.0, old;
    #pragma omp atomic compare capture
    { old = dmax; if (dmax < val) { dmax = val; } }
    if (old < val) {
      #pragma omp atomic
      hits += 1;
    }
  }
  CHECK(dmax == 99.9 && hits >= 1);
  if (!errors)
    puts("ok");
  return errors != 0;
}
