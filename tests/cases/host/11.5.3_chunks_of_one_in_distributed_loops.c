// Every iteration of a distributed loop whose threads take one iteration at a time is
// executed once on the host, by whatever number of teams (5.2 §11.5.3, §11.6).
#include <stdio.h>

enum { N = 1000, ONE = 1 };

static int wrong(const int *count)
{
  int bad = 0;
  for (int i = 0; i < N; i++)
    bad += count[i] != 1;
  return bad;
}

int main(void)
{
  static int a[N], b[N], c[N], d[N];
#pragma omp teams distribute parallel for schedule(static, 1) num_teams(3) thread_limit(2)
  for (int i = 0; i < N; i++)
    a[i]++;
#pragma omp target teams distribute parallel for schedule(monotonic: static, ONE) num_teams(4) if(target: 0)
  for (int i = 0; i < N; i++)
    b[i]++;
#pragma omp target teams distribute parallel for simd dist_schedule(static, 100) schedule(static, 1) num_teams(2) if(target: 0)
  for (int i = 0; i < N; i++)
    c[i]++;
#pragma omp teams num_teams(3)
#pragma omp distribute parallel for collapse(2) schedule(static, 1)
  for (int i = 0; i < N / 10; i++)
    for (int j = 0; j < 10; j++)
      d[i * 10 + j]++;
  puts(wrong(a) || wrong(b) || wrong(c) || wrong(d) ? "iterations left out" : "ok");
  return 0;
}
