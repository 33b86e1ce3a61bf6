// flags: -fopenmp-version=61
// gcc: no (6.1)
// simdlen(scaled: n) prefers n times the scale of the vectors, which is 1 where vectors have one length (6.1).
#include <stdio.h>

enum { N = 100 };
#pragma omp begin declare target
#pragma omp declare simd simdlen(scaled : 4)
static int twice(int x)
{
  return 2 * x;
}
#pragma omp end declare target

int main(void)
{
  int a[N], b[N], wrong = 0;
#pragma omp target teams distribute parallel for simd simdlen(scaled : 2) safelen(8) map(from : a)
  for (int i = 0; i < N; i++)
    a[i] = twice(i);
#pragma omp simd simdlen(scaled : 4)
  for (int i = 0; i < N; i++)
    b[i] = twice(a[i]);
  for (int i = 0; i < N; i++)
    wrong += a[i] != 2 * i || b[i] != 4 * i;
  puts(wrong ? "wrong" : "ok");
  return 0;
}
