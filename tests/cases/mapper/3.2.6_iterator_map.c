// gcc: no (does not know mappers and iterators of map)
/* OpenMP 5.2 §3.2.6, §5.8.3: an iterator modifier in map, to and from. */
#include <stdio.h>
#include <stdlib.h>
struct T { int n; int *p; };

int main(void)
{
  enum { N = 5 };
  struct T t[N];
  int *rows[N];
  for (int i = 0; i < N; i++) {
    t[i].n = i + 1;
    t[i].p = malloc(t[i].n * sizeof(int));
    for (int j = 0; j < t[i].n; j++) t[i].p[j] = j;
    rows[i] = malloc(4 * sizeof(int));
    for (int j = 0; j < 4; j++) rows[i][j] = 10 * i + j;
  }
#pragma omp target data map(to: t) map(iterator(i=0:N), tofrom: t[i].p[0:t[i].n])
  {
#pragma omp target
    for (int i = 0; i < N; i++)
      for (int j = 0; j < t[i].n; j++) t[i].p[j] += 100 * i;
  }
  printf("%d %d %d\n", t[0].p[0], t[3].p[3], t[4].p[1]);
#pragma omp target enter data map(to: rows) map(iterator(int k=N-1:-1:-1), to: rows[k][0:4])
#pragma omp target
  for (int i = 0; i < N; i++) rows[i][2] = -i;
#pragma omp target update from(iterator(i=2:N:2): rows[i][0:4])
  printf("%d %d\n", rows[2][2], rows[4][2]);
#pragma omp target exit data map(iterator(k=0:N), release: rows[k][0:4]) map(release: rows)
  return 0;
}
