/* OpenMP 5.2 §10.1, §15.3.2: parallel regions of a team and the code around them see what each other wrote, in every
 * order, through names and through pointers; the emulated device finds accesses that no barrier orders. */
#include <omp.h>
#include <stdio.h>

enum { N = 40, M = 70 };

static int a[N][M], b[N][M], row[N], out[N], extra[N];
static int total;
#pragma omp declare target(total)

static int *through(int *p) { return p; }
#pragma omp declare target(through)

/* Team-level code and regions take turns with the same variables. */
static int turns(void)
{
#pragma omp target teams distribute map(to: a) map(from: out, extra) map(tofrom: b)
  for (int i = 0; i < N; i++) {
    int s = 0, t = 1, *p = &t, v[4] = {i, 1, 2, 3};
#pragma omp parallel for reduction(+: s) num_threads(64)
    for (int j = 0; j < M; j++)
      s += a[i][j];
    t = s + v[0]; /* read by all */
#pragma omp parallel for num_threads(64)
    for (int j = 0; j < M; j++)
      b[i][j] = a[i][j] + *p;
    *through(&t) += b[i][M - 1]; /* written by another thread */
    s = 0;
#pragma omp parallel for reduction(+: s) num_threads(64)
    for (int j = 0; j < M; j++)
      s += b[i][M - 1 - j] + t;
    v[i % 4] += s;
#pragma omp parallel num_threads(64)
    {
#pragma omp for
      for (int j = 0; j < M; j++)
        b[i][j] += v[j % 4];
#pragma omp single
      v[0] = v[1] = t;
#pragma omp for
      for (int j = 0; j < M; j++)
        b[i][j] -= v[j % 2];
    }
    extra[i] = s + v[2];
    out[i] = *p + b[i][3] + v[i % 4];
  }
  int bad = 0;
  for (int i = 0; i < N; i++) {
    int s = 0, t, v[4] = {i, 1, 2, 3}, w[M];
    for (int j = 0; j < M; j++)
      s += a[i][j];
    t = s + i;
    for (int j = 0; j < M; j++)
      w[j] = a[i][j] + t;
    t += w[M - 1];
    s = 0;
    for (int j = 0; j < M; j++)
      s += w[j] + t;
    v[i % 4] += s;
    for (int j = 0; j < M; j++)
      w[j] += v[j % 4];
    v[0] = v[1] = t;
    for (int j = 0; j < M; j++)
      bad += b[i][j] != w[j] - t;
    bad += extra[i] != s + v[2] || out[i] != t + w[3] - t + v[i % 4];
  }
  if (bad)
    printf("turns: %d wrong\n", bad);
  return bad;
}

/* Rows depend on the rows before. */
static int rows(void)
{
  int last = 0, sum = 0;
#pragma omp target map(to: a) map(tofrom: b, row, last, sum)
  for (int i = 0; i < N; i++) {
    row[i] = last;
#pragma omp parallel for num_threads(96)
    for (int j = 0; j < M; j++)
      b[i][j] = a[i][j] + (i ? b[i - 1][(j + 7) % M] : 0) + row[i];
    last = b[i][i % M] % 5;
    int s = 0;
#pragma omp parallel for reduction(+: s) num_threads(96)
    for (int j = 0; j < M; j++)
      s += b[i][j] % 3;
    total = i;
#pragma omp parallel num_threads(96)
    if (omp_get_thread_num() == 1)
      total += 2;
    sum += s + total;
  }
  int bad = 0, prev[M] = {0}, want = 0, l = 0;
  for (int i = 0; i < N; i++) {
    int now[M], s = 0;
    bad += row[i] != l;
    for (int j = 0; j < M; j++) {
      now[j] = a[i][j] + (i ? prev[(j + 7) % M] : 0) + l;
      bad += b[i][j] != now[j];
      s += now[j] % 3;
    }
    l = now[i % M] % 5;
    want += s + i + 2;
    for (int j = 0; j < M; j++)
      prev[j] = now[j];
  }
  if (bad || sum != want)
    printf("rows: %d wrong, %d for %d\n", bad, sum, want);
  return bad || sum != want;
}

/* The first thread alone reads what it wrote, where nothing else lies between. */
static int factor, square[5];
#pragma omp declare target(factor, square)
static int alone(void)
{
  int r[3] = {0}, bad = 0;
#pragma omp target map(tofrom: r)
  {
    factor += 7;
    for (int i = 0; i < 5; i++)
      square[i] = i * factor;
    r[0] = factor;
    for (int i = 0; i < 5; i++)
      r[1] += square[i];
#pragma omp parallel num_threads(50)
#pragma omp atomic
    r[2]++;
  }
#pragma omp target update from(square)
  for (int i = 0; i < 5; i++)
    bad += square[i] != i * 7;
  bad += r[0] != 7 || r[1] != 70 || r[2] < 1;
  if (bad)
    printf("alone: %d wrong\n", bad);
  return bad;
}

int main(void)
{
  int bad = alone();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = (i * 31 + j * 17) % 23;
  bad += turns();
  bad += rows();
  puts(bad ? "wrong" : "ok");
  return 0;
}
