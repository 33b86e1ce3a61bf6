#include <stdio.h>

enum { N = 1 << 19 };
static float x[N], y[N];

int main(void)
{
  int bad = 0;
  for (int i = 0; i < N; i++)
    x[i] = i, y[i] = 2 * i;
#pragma omp target data map(to: x) map(tofrom: y)
  {
    // An explicit number of teams has each thread execute one iteration.
#pragma omp target teams distribute parallel for num_teams(N / 256)
    for (int i = 0; i < N; i++)
      y[i] = 3 * x[i] + y[i];
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      y[i] = 3 * x[i] + y[i];
  }
  for (int i = 0; i < N; i++)
    bad += y[i] != 8.0f * i;
  puts(bad ? "wrong" : "ok");
  return 0;
}
