// gcc: no (gcc-12 does not know loop transformations)
// flags: -fopenmp-version=60
/* OpenMP 6.0 §11.1: directives that apply clauses give to generated loops; §11.3.1 looprange; §11.6
 * split. The order of the iterations tells the loops apart. */
#include <stdio.h>

#define N 10
static int bad;
static void same(const char *what, const int *got, const int *want, int n)
{
  for (int k = 0; k < n; k++)
    if (got[k] != want[k]) { printf("%s: step %d is %d, not %d\n", what, k, got[k], want[k]); bad = 1; return; }
}

int main(void)
{
  int o[128], w[128], n = 0, m;
#define BEGIN _Pragma("omp target map(tofrom: o, n)") { n = 0;
#define END(what) same(what, o, w, m); if (n != m) { printf("%s: %d steps, not %d\n", what, n, m); bad = 1; }

  BEGIN
#pragma omp tile sizes(4) apply(intratile: reverse)
  for (int i = 0; i < N; i++) o[n++] = i;
  }
  m = 0; for (int t = 0; t < N; t += 4) for (int i = (t + 4 < N ? t + 4 : N) - 1; i >= t; i--) w[m++] = i;
  END("tile intratile reverse")

  BEGIN
#pragma omp tile sizes(3) apply(grid: reverse)
  for (int i = 0; i < N; i++) o[n++] = i;
  }
  m = 0; for (int t = 9; t >= 0; t -= 3) for (int i = t; i < t + 3 && i < N; i++) w[m++] = i;
  END("tile grid reverse")

  BEGIN
#pragma omp tile sizes(2, 3) apply(grid: interchange, reverse)
  for (int i = 0; i < 4; i++) for (int j = 0; j < 6; j++) o[n++] = i * 10 + j;
  }
  m = 0;
  for (int tj = 3; tj >= 0; tj -= 3) for (int ti = 0; ti < 4; ti += 2)
    for (int i = ti; i < ti + 2; i++) for (int j = tj; j < tj + 3; j++) w[m++] = i * 10 + j;
  END("tile grid interchange, reverse")

  BEGIN
#pragma omp tile sizes(2, 2) apply(intratile: nothing, interchange)
  for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) for (int k = 0; k < 3; k++) o[n++] = i * 100 + j * 10 + k;
  }
  m = 0;
  for (int ti = 0; ti < 4; ti += 2) for (int tj = 0; tj < 4; tj += 2)
    for (int i = ti; i < ti + 2; i++) for (int k = 0; k < 3; k++) for (int j = tj; j < tj + 2; j++) w[m++] = i * 100 + j * 10 + k;
  END("tile intratile interchange with an inner loop")

  BEGIN
#pragma omp tile sizes(5) apply(intratile: unroll partial(2) apply(reverse))
  for (int i = 0; i < N; i++) o[n++] = i;
  }
  m = 0; for (int t = 0; t < N; t += 5) for (int g = 4; g >= 0; g -= 2) for (int i = g; i < g + 2 && i < 5; i++) w[m++] = t + i;
  END("nested apply")

  BEGIN
#pragma omp tile sizes(4, 5) apply(grid(1): reverse) apply(intratile(2): unroll)
  for (int i = 0; i < 8; i++) for (int j = 0; j < N; j++) o[n++] = i * 10 + j;
  }
  m = 0;
  for (int ti = 4; ti >= 0; ti -= 4) for (int tj = 0; tj < N; tj += 5)
    for (int i = ti; i < ti + 4; i++) for (int j = tj; j < tj + 5; j++) w[m++] = i * 10 + j;
  END("numbered loops")

  BEGIN
#pragma omp stripe sizes(3) apply(offsets: reverse)
  for (int i = 0; i < N; i++) o[n++] = i;
  }
  m = 0; for (int s = 2; s >= 0; s--) for (int i = s; i < N; i += 3) w[m++] = i;
  END("stripe offsets reverse")

  BEGIN
#pragma omp fuse looprange(2, 2)
  {
    for (int i = 0; i < 3; i++) o[n++] = i;
    for (int i = 0; i < 2; i++) o[n++] = 10 + i;
    for (long i = 0; i < 4; i++) o[n++] = 20 + (int)i;
    for (int i = 0; i < 2; i++) o[n++] = 30 + i;
  }
  }
  int f[] = {0, 1, 2, 10, 20, 11, 21, 22, 23, 30, 31};
  m = 11; for (int i = 0; i < m; i++) w[i] = f[i];
  END("fuse looprange")

  BEGIN
#pragma omp fuse apply(fused: reverse)
  {
    for (int i = 0; i < 3; i++) o[n++] = i;
    for (int i = 0; i < 3; i++) o[n++] = 10 + i;
  }
  }
  int r[] = {2, 12, 1, 11, 0, 10};
  m = 6; for (int i = 0; i < m; i++) w[i] = r[i];
  END("fuse apply reverse")

  BEGIN
#pragma omp split counts(3, omp_fill, 2)
  for (int i = 0; i < N; i++) o[n++] = i;
  }
  m = N; for (int i = 0; i < m; i++) w[i] = i;
  END("split")

  BEGIN
#pragma omp split counts(3, omp_fill, 2) apply(split: reverse, nothing, reverse)
  for (int i = 0; i < N; i++) o[n++] = i;
  }
  int s[] = {2, 1, 0, 3, 4, 5, 6, 7, 9, 8};
  m = N; for (int i = 0; i < m; i++) w[i] = s[i];
  END("split apply")

  int a[16][16] = {{0}};
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
#pragma omp tile sizes(4, 4) apply(grid: interchange)
  for (int i = 0; i < 16; i++) for (int j = 0; j < 16; j++) a[i][j] += i * 16 + j;
  for (int i = 0; i < 16; i++) for (int j = 0; j < 16; j++)
    if (a[i][j] != i * 16 + j) { printf("a[%d][%d] is %d\n", i, j, a[i][j]); bad = 1; }
  puts(bad ? "wrong" : "ok");
  return bad;
}
