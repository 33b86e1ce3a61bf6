// gcc: no (gcc-12 has no doacross)
// OpenMP 6.0 §6.4.5, §6.4.6: ordered without a number orders the loops that collapse names, which is one loop without it.
#include <stdio.h>

#define N 24

static int a[N], b[N], m[N][N], sums[N];

static int check(const char *where)
{
  int bad = 0;
  for (int i = 1; i < N; i++)
    bad += b[i] != i - 1;
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      bad += m[i][j] != (m[i][j - 1] + m[i - 1][j]) % 1000;
  for (int i = 1; i < N; i++)
    bad += sums[i] != sums[i - 1] + i;
  if (bad) printf("%s: %d wrong\n", where, bad);
  for (int i = 0; i < N; i++) {
    a[i] = b[i] = sums[i] = 0;
    for (int j = 0; j < N; j++) m[i][j] = i == 0 || j == 0;
  }
  return bad;
}

static void on_host(void)
{
#pragma omp parallel for ordered
  for (int i = 1; i < N; i++) {
    a[i] = i;
#pragma omp ordered doacross(sink: i - 1)
    b[i] = a[i - 1];
#pragma omp ordered doacross(source:)
  }
#pragma omp parallel for collapse(2) ordered
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
#pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
      m[i][j] = (m[i][j - 1] + m[i - 1][j]) % 1000;
#pragma omp ordered depend(source)
    }
#pragma omp parallel
#pragma omp for schedule(dynamic) ordered
  for (int i = 1; i < N; i++) {
    if (i > 1) {
#pragma omp ordered doacross(sink: i - 1)
    }
    sums[i] = sums[i - 1] + i;
#pragma omp ordered doacross(source: omp_cur_iteration)
  }
}

static void on_device(void)
{
#pragma omp target parallel for ordered map(tofrom: a, b)
  for (int i = 1; i < N; i++) {
    a[i] = i;
#pragma omp ordered doacross(sink: i - 1)
    b[i] = a[i - 1];
#pragma omp ordered doacross(source:)
  }
#pragma omp target parallel for collapse(2) ordered map(tofrom: m)
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
#pragma omp ordered doacross(sink: i - 1, j) doacross(sink: i, j - 1)
      m[i][j] = (m[i][j - 1] + m[i - 1][j]) % 1000;
#pragma omp ordered doacross(source:)
    }
#pragma omp target parallel map(tofrom: sums)
#pragma omp for ordered
  for (int i = 1; i < N; i++) {
#pragma omp ordered doacross(sink: i - 1)
    sums[i] = sums[i - 1] + i;
#pragma omp ordered doacross(source:)
  }
}

int main(void)
{
  for (int i = 0; i < N; i++)
    m[0][i] = m[i][0] = 1;
  on_host();
  int bad = check("host");
  on_device();
  bad += check("device");
  if (!bad) puts("ok");
  return bad != 0;
}
