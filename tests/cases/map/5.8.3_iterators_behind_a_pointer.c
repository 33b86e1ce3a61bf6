// gcc: no (gcc-12 has no iterators in map clauses)
/* OpenMP 5.2 §3.2.6, §5.8.3: list items that an iterator chooses behind a pointer variable, which is attached to the first
 * of them if it is on the device itself. */
#include <stdio.h>

enum { N = 17 };

static double rows[N][5], *row[N];
static double **global = row;
#pragma omp declare target(global)

int main(void)
{
  double **y = row;
  int bad = 0, n = N, seen = 0;
  for (int i = 0; i < N; i++)
    row[i] = rows[i];
#pragma omp target data map(iterator(it = 0:n), tofrom: y[it])
  {
#pragma omp target data map(iterator(it = 0:n), tofrom: y[it][:5])
    {
#pragma omp target map(tofrom: rows[2][:5])
      rows[2][3] = 7;
    }
  }
#pragma omp target enter data map(iterator(it = 0:0), to: y[it])
#pragma omp target enter data map(y) map(iterator(it = 0:n:2), to: y[it])
#pragma omp target exit data map(release: y) map(iterator(it = 0:n:2), release: y[it])
#pragma omp target map(iterator(it = 0:n), to: global[it]) map(from: seen)
  {
    seen = global != 0;
  }
  bad = rows[2][3] != 7;
  if (!bad && seen)
    puts("ok");
  else
    printf("%d %d\n", bad, seen);
  return 0;
}
