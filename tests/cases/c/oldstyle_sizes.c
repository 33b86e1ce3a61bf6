// Old-style definitions whose parameters' sizes name other parameters (C17 6.9.1).
#include <stdio.h>
#pragma omp begin declare target
struct at { int x; };
int grid(n, a) int n; int a[n][2 * n];
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2 * n; j++) s += a[i][j];
  return s + (int)sizeof a[0];
}
static double
rows(p, n, m, scale, q)
  struct at *p, **q; int n, m; double scale; /* not in their order */
{
  return p->x + n + m + scale + q[0]->x;
}
static long several(n, m, a, b, c)
  unsigned const n, m;
  int a[n][m], (*b)[m], c;
{
  return a[n - 1][m - 1] + b[0][1] + c + (long)sizeof *b;
}
int plain(a) int a[sizeof(long)]; { return a[2]; }
int last(n, a) const int n; int a[][n]; { return a[1][n-1]; }
#pragma omp end declare target
int main(void)
{
  int r[5];
#pragma omp target map(from: r)
  {
    int x[3][6], y[2][4];
    struct at at = {7}, *q = &at;
    for (int i = 0; i < 18; i++) x[i / 6][i % 6] = i;
    for (int i = 0; i < 8; i++) y[i / 4][i % 4] = i;
    r[0] = grid(3, x);
    r[1] = (int)rows(&at, 1, 2, 3.0, &q);
    r[2] = (int)several(2u, 4u, y, y, 5);
    r[3] = plain(x[1]);
    r[4] = last(4, y);
  }
  for (int i = 0; i < 5; i++) printf("%d%c", r[i], i < 4 ? ' ' : '\n');
  return 0;
}
