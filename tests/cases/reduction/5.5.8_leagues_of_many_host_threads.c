// OpenMP 5.2 §5.5.8, §13.8: reductions across teams where several host threads execute
// the target regions at once, also as tasks. Each region has a league of its own.
#include <stdio.h>
#include <stdlib.h>
typedef struct { double a; int n; } S;
#pragma omp declare reduction(addS: S: omp_out.a += omp_in.a, omp_out.n += omp_in.n) initializer(omp_priv = (S){0,0})
#pragma omp declare reduction(keep: int: omp_out = omp_out > omp_in ? omp_out : omp_in) initializer(omp_priv = omp_orig)
int bad[16];
#define CHECK(k, c) if (!(c)) __atomic_fetch_add(&bad[k], 1, 0)
// where: 0: the host executes the regions.
static void one(int n, int where) {
  int s = 0, t = 0, m = -1; double d = 1; S x = {1, 2}; int a[10] = {0}, b[4][3] = {0}; _Bool l = 1;
  float _Complex z = 0;
  int last = -1;
#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom : s) if(target: where)
  for (int i = 0; i < n; i++) s += i;
  CHECK(0, s == n * (n - 1) / 2);
#pragma omp target teams reduction(+ : t) reduction(addS: x) map(tofrom : t, x) if(target: where)
  { t++; x.a += 1; x.n++; }
  CHECK(1, t >= 1 && x.n == 2 + t && x.a == 1 + t);
#pragma omp target teams distribute reduction(+ : d) reduction(max: m) reduction(&&: l) map(tofrom : d, m, l) if(target: where)
  for (int i = 0; i < n; i++) { d += i; if (m < i) m = i; l = l && i >= 0; }
  CHECK(2, d == 1 + n * (n - 1) / 2 && m == n - 1 && l);
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : a, b[1:2][:]) map(tofrom : a, b) default(none) firstprivate(n) lastprivate(last) if(target: where)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++) { a[i % 10] += j; b[1 + i % 2][j] += i; last = i * j; }
  int sum = 0; for (int i = 0; i < 10; i++) sum += a[i];
  for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) sum += b[i][j];
  CHECK(3, sum == 3 * n + 3 * (n * (n - 1) / 2) && last == 2 * (n - 1) && !b[0][0] && !b[3][2]);
  long *p = calloc(20, sizeof *p);
  int lo = 5, len = 10;
  p[4] = p[15] = 77;
#pragma omp target teams distribute parallel for simd reduction(+ : p[lo:len], z) map(tofrom : p[0:20], z) if(target: where)
  for (int i = 0; i < n; i++) { p[lo + i % len] += i; z += 1.0f; }
  long ps = 0; for (int i = 0; i < 20; i++) ps += p[i];
  CHECK(4, ps == n * (n - 1) / 2 + 154 && p[4] == 77 && p[15] == 77 && z == n);
  s = 3;
#pragma omp target map(tofrom : s, t, a) if(target: where)
#pragma omp teams reduction(+ : s) num_teams(1)
#pragma omp distribute parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) s += i;
  CHECK(5, s == 3 + n * (n - 1) / 2);
  s = 0;
#pragma omp target teams loop reduction(+ : s) map(tofrom : s) if(target: where)
  for (int i = 0; i < n; i++) s += i;
  CHECK(6, s == n * (n - 1) / 2);
  int v[len]; for (int i = 0; i < len; i++) v[i] = 0;
  m = 4;
#pragma omp target teams distribute parallel for reduction(+ : v[0:len]) reduction(keep: m) map(tofrom : v, m) if(target: where)
#pragma omp tile sizes(4)
  for (int i = 0; i < n; i++) { v[i % len]++; if (i == 50) m = m + i; }
  int vs = 0; for (int i = 0; i < len; i++) vs += v[i];
  CHECK(7, vs == n && m == 54);
  s = 0;
#pragma omp target teams distribute reduction(+ : s) map(tofrom : s) if(target: where)
  for (int i = 0; i < 10; i++) {
#pragma omp parallel for reduction(+ : s)
    for (int j = 0; j < n; j++) s += j;
  }
  CHECK(8, s == 10 * (n * (n - 1) / 2));
  free(p);
}
int main(void) {
  for (int rep = 0; rep < 6; rep++) {
#pragma omp parallel num_threads(6)
    one(100, 0);
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int i = 0; i < 5; i++) {
#pragma omp task
      one(100, 0);
    }
    one(100, 0);
    one(100, 1);
  }
  int wrong = 0;
  for (int i = 0; i < 16; i++)
    if (bad[i]) {
      wrong++;
      printf("region %d: %d wrong\n", i, bad[i]);
    }
  if (!wrong)
    printf("ok\n");
}
