// only: device
// gcc: no (it has no declare mapper)
// OpenMP 5.2 §5.8.8, 6.0 §7.9.6: of an array with a mapper that a construct maps implicitly, the elements
// that are present are where they are.
#include <stdio.h>

enum { N = 8, ROW = 4 };

typedef struct {
  int n, *p;
} row;
#pragma omp declare mapper(row s) map(s.n, s.p, s.p[0:s.n])

static row a[N];
static int data[N][ROW];

int main(void)
{
  int sum = 0, more = 0;
  for (int i = 0; i < N; i++) {
    a[i] = (row){ROW, data[i]};
    for (int j = 0; j < ROW; j++)
      data[i][j] = 10 * i + j;
  }
#pragma omp target enter data map(to: a[2:3])
#pragma omp target map(tofrom: sum)
  for (int i = 2; i < 5; i++)
    for (int j = 0; j < a[i].n; j++) {
      sum += a[i].p[j];
      a[i].p[j]++;
    }
#pragma omp target exit data map(from: a[2:3])
  for (int i = 0; i < N; i++)
    for (int j = 0; j < ROW; j++)
      more += data[i][j] - (10 * i + j);
  /* All of it. */
  int all = 0;
#pragma omp target map(tofrom: all)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < a[i].n; j++)
      all += a[i].p[j];
  if (sum != 378 || more != 12 || all != 28 * 10 * ROW + N * 6 + 12)
    printf("%d %d %d\n", sum, more, all);
  else
    puts("ok");
  return 0;
}
