// flags: -fopenmp-version=60
// gcc: no (induction is new in 6.0)
// OpenMP 6.0 §7.6.17: a user-defined induction has an inductor and a collector; the
// step may have a type of its own; several types share an identifier.
#include <stdio.h>
#define N 500

struct point {
  double x, y, slope;
};
typedef struct {
  unsigned m[2][2];
} matrix;

#pragma omp begin declare target
static struct point along(struct point p, double d) {
  p.x += d;
  p.y += d * p.slope;
  return p;
}
static matrix times(matrix a, matrix b) {
  matrix r;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j];
  return r;
}
static matrix power(matrix a, long n) {
  matrix r = {{{1, 0}, {0, 1}}};
  for (; n; n >>= 1, a = times(a, a))
    if (n & 1)
      r = times(r, a);
  return r;
}
#pragma omp end declare target

#pragma omp declare induction(next : (struct point, double)) inductor(omp_var = along(omp_var, omp_step)) \
    collector(omp_step * omp_idx)
#pragma omp declare_induction(apply : matrix) inductor(omp_var = times(omp_var, omp_step)) collector(power(omp_step, omp_idx))
#pragma omp declare induction(next : int, (long, int)) inductor(omp_var += 2 * omp_step) collector(omp_step * omp_idx)

static struct point p[N];
static unsigned f[N];

static int check(const char *what) {
  int bad = 0;
  for (int i = 0; i < N; i++)
    if (p[i].x != 1 + 0.5 * i || p[i].y != 2 - 0.25 * i)
      bad++;
  if (bad)
    printf("%s: %d points are wrong\n", what, bad);
  unsigned a = 0, b = 1;
  for (int i = 0; i < N; i++) {
    if (f[i] != a) {
      printf("%s: Fibonacci number %d is %u, not %u\n", what, i, f[i], a);
      return 1;
    }
    b += a;
    a = b - a;
  }
  return bad;
}

int main(void) {
  struct point q = {1, 2, -0.5};
  matrix m = {{{1, 0}, {0, 1}}}, step = {{{1, 1}, {1, 0}}};
  int bad = 0, i3 = 0;
  long l3 = 7;
  #pragma omp target teams distribute parallel for induction(step(0.5), next: q) map(from: p)
  for (int i = 0; i < N; i++) {
    p[i] = q;
    q = along(q, 0.5);
  }
  #pragma omp target teams distribute parallel for induction(step(step), apply: m) map(from: f)
  for (int i = 0; i < N; i++) {
    f[i] = m.m[0][1];
    m = times(m, step);
  }
  bad |= check("target");
  if (q.x != 1 + 0.5 * N || m.m[0][1] != f[N - 1] + f[N - 2]) {
    printf("last values: %g %u\n", q.x, m.m[0][1]);
    bad = 1;
  }
  #pragma omp target parallel for induction(step(2), next: i3, l3)
  for (int i = 0; i < N; i++) {
    i3 += 4;
    l3 += 4;
  }
  if (i3 != 4 * N || l3 != 7 + 4 * N) {
    printf("int %d long %ld\n", i3, l3);
    bad = 1;
  }

  // In host code.
  q = (struct point){1, 2, -0.5};
  m = (matrix){{{1, 0}, {0, 1}}};
  #pragma omp parallel for num_threads(4) schedule(dynamic, 7) induction(step(0.5), next: q)
  for (int i = 0; i < N; i++) {
    p[i] = q;
    q = along(q, 0.5);
  }
  #pragma omp parallel num_threads(4)
  #pragma omp for induction(step(step), apply: m)
  for (int i = 0; i < N; i++) {
    f[i] = m.m[0][1];
    m = times(m, step);
  }
  bad |= check("host");
  if (q.x != 1 + 0.5 * N || m.m[0][1] != f[N - 1] + f[N - 2]) {
    printf("last values on the host: %g %u\n", q.x, m.m[0][1]);
    bad = 1;
  }
  if (!bad)
    printf("ok\n");
  return bad;
}
