// gcc: no (clang takes the reduction of structures)
// B.1 siblings: named criticals, nested criticals of different names, an atomic without instruction (long double / struct-size), reduction by user combiner, capture loops.
#include <stdio.h>
struct p { int a, b; };
#pragma omp declare reduction(sum : struct p : omp_out.a += omp_in.a, omp_out.b += omp_in.b) initializer(omp_priv = {0, 0})
int main(void) { int x = 0, y = 0, z = 0; struct p q = {0, 0}; double d = 0; unsigned char c8 = 0; short s16 = 1; _Complex double cd = 0;
  #pragma omp target teams distribute parallel for num_teams(2) thread_limit(64) map(tofrom: x, y, z)
  for (int i = 0; i < 128; i++) {
    #pragma omp critical(a)
    { x += 1;
      #pragma omp critical(b)
      y += x - x + 2; }
    if (i % 3 == 0) {
      #pragma omp critical(b)
      z++; } }
  #pragma omp target teams distribute parallel for reduction(sum: q) map(tofrom: q)
  for (int i = 0; i < 300; i++) { q.a++; q.b += 2; }
  #pragma omp target parallel for num_threads(128) map(tofrom: d, c8, s16, cd)
  for (int i = 0; i < 200; i++) {
    int old;
    #pragma omp atomic
    d += 0.5;
    #pragma omp atomic capture
    { old = c8; c8 ^= (unsigned char)(i | 1); }
    #pragma omp atomic
    s16 += 3;
    #pragma omp critical
    cd += 1.0;
    (void)old; }
  unsigned char w = 0; for (int i = 0; i < 200; i++) w ^= (unsigned char)(i | 1);
  int bad = (x != 128) | (y != 256) * 2 | (z != 43) * 4 | (q.a != 300 || q.b != 600) * 8 | (d != 100) * 16 | (c8 != w) * 32 | (s16 != 601) * 64 | (cd != 200.0) * 128;
  printf(bad ? "wrong %d: %d %d %d\n" : "ok\n", bad, x, y, z); return bad; }
