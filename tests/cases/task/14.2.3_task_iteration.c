// flags: -fopenmp-version=60
// gcc: no (task_iteration is new in 6.0)
// OpenMP 6.0 §14.2.3: the clauses of task_iteration directives are those of the tasks that
// a taskloop generates; with depend the iterations are ordered like sibling tasks.
#include <stdio.h>
#define N 40

static int wrong(const char *what) {
  printf("%s\n", what);
  return 1;
}

int main(void) {
  int bad = 0;
  static long a[N], b[N][N], want[N];
  for (int i = 0; i < N; i++)
    a[i] = want[i] = i % 5 + 1;
  for (int i = 1; i < N; i++)
    want[i] = (want[i] + 3 * want[i - 1]) % 1000;

  int after = 0, i;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task depend(out: a[0]) shared(a)
    a[0] = 1;
    #pragma omp taskloop nogroup private(i)
    for (i = 1; i < N; i++) {
      #pragma omp task_iteration depend(inout: a[i]) depend(in: a[i - 1])
      a[i] = (a[i] + 3 * a[i - 1]) % 1000;
    }
    #pragma omp task depend(in: a[N - 1]) shared(a, after)
    after = a[N - 1] == want[N - 1];
  }
  for (int j = 0; j < N; j++)
    if (a[j] != want[j])
      bad = wrong("chain");
  if (!after)
    bad = wrong("the task behind came too early");

  // A nest, an if clause, an affinity hint, copies of the loop's own.
  int last = -1, first = 7, sum = 0;
  for (int x = 0; x < N; x++)
    b[x][0] = b[0][x] = 1;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  #pragma omp taskloop collapse(2) firstprivate(first) lastprivate(last) reduction(+: sum) grainsize(3)
  for (int x = 1; x < N; x++)
    for (int y = 1; y < N; y++) {
      #pragma omp task_iteration depend(inout: b[x][y]) depend(in: b[x - 1][y], b[x][y - 1])
      #pragma omp task_iteration depend(in: b[x - 1][y - 1]) if (x % 2) affinity(b[x])
      b[x][y] = (b[x - 1][y] + b[x][y - 1]) % 10007;
      last = x * N + y;
      first++;
      if (y % 2)
        continue;
      sum++;
    }
  long c[N];
  for (int x = 0; x < N; x++)
    c[x] = 1;
  for (int x = 1; x < N; x++)
    for (int y = 1; y < N; y++) {
      c[y] = (c[y] + c[y - 1]) % 10007;
      if (b[x][y] != c[y])
        bad = wrong("nest");
    }
  if (last != N * N - 1 || first != 7 || sum != (N - 1) * (N / 2 - 1))
    bad = wrong("copies");

  // In a target region.
  long d[N] = {1};
  #pragma omp target map(tofrom: d)
  #pragma omp taskloop shared(d)
  for (int j = 1; j < N; j++) {
    #pragma omp task_iteration depend(inout: d[j]) depend(in: d[j - 1]) affinity(d[j]) if (j > 0)
    d[j] = d[j - 1] * 3 % 1009;
  }
  long p = 1;
  for (int j = 0; j < N; j++, p = p * 3 % 1009)
    if (d[j] != p)
      bad = wrong("target");
  if (!bad)
    printf("ok\n");
  return bad;
}
