// Private copies of arrays, structures and arrays of variable length on combined constructs (OpenMP 5.2 §5.4).
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "../check.h"
#define N 400
typedef struct { int x, *p; double d[3]; } rec;
int main(void)
{
  int res[N], pv[4], n = 7; rec r = {1, 0, {1, 2, 3}}; int *ptr = res; double vl[n]; const char *str = "const"; int out = 0;
  for (int i = 0; i < n; i++) vl[i] = i;
  #pragma omp target teams distribute parallel for private(pv, r) firstprivate(vl, n) map(from: res)
  for (int i = 0; i < N; i++) { for (int k = 0; k < 4; k++) pv[k] = i + k; r.x = pv[3]; r.d[1] = vl[i % n]; vl[0] = 0; res[i] = r.x + (int)r.d[1]; }
  for (int i = 0; i < N; i++) CHECK(res[i] == i + 3 + i % 7);
  CHECK(r.x == 1 && vl[6] == 6);
  #pragma omp target firstprivate(ptr) map(tofrom: out)
  out = ptr != 0;
  CHECK(out == 1);
  #pragma omp target map(to: str[0:6]) map(from: out)
  out = str[4] == 't' && "abc"[1] == 'b' && sizeof("four") == 5;
  CHECK(out);
  int i = 42, j = 43;
  #pragma omp target teams distribute parallel for collapse(2) map(from: res)
  for (i = 0; i < 20; i++) for (j = 0; j < 20; j++) res[i * 20 + j] = i ^ j;
  CHECK(res[399] == 0 && res[21] == 0 && res[20] == 1);
  int lin = 5, arr[10] = {0};
  #pragma omp target parallel for simd linear(lin: 2) firstprivate(arr) lastprivate(arr) reduction(+: out)
  for (int q = 0; q < 100; q++) { arr[q % 10] = q; out += lin; }
  CHECK(arr[9] == 99 && (lin == 203 || lin == 105)); CHECK(out == 1 + 500 + 2 * 4950 || out == 5501);
  #pragma omp target parallel num_threads(5) firstprivate(arr) private(n) reduction(max: out)
  { n = omp_get_thread_num(); arr[n] = 100000 + n; if (arr[n] > out) out = arr[n]; }
  CHECK(out >= 100000 && out < 100005 && n == 7);
  static int st[8]; int *sp = st;
  #pragma omp target teams num_teams(2) firstprivate(st) map(tofrom: out)
  { for (int q = 0; q < 8; q++) st[q] = q + omp_get_team_num(); if (omp_get_team_num() == 0) out = st[7]; }
  CHECK(out == 7 && sp[7] == 0);
  struct { char c[3]; } odd[5] = {{"ab"}}, lp = {"zz"};
  #pragma omp target teams distribute parallel for lastprivate(lp) firstprivate(odd)
  for (int q = 0; q < 5; q++) { lp.c[0] = 'a' + q; lp.c[1] = odd[0].c[1]; lp.c[2] = 0; }
  CHECK(!strcmp(lp.c, "eb"));
  if (!errors)
    puts("ok");
  return errors != 0;
}
