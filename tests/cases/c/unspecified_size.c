// [*] in prototypes (C17 6.7.6.2) goes with every size that the definition has.
// flags: -w
#include <stdio.h>
#pragma omp begin declare target
static int a5(int n, int m[static n][*]);
static int a5(int n, int m[static n][3]) { return m[n - 1][2]; }
static int a6(int n, int (*m)[*]);
static int a6(int n, int (*m)[n]) { return m[0][1]; }
static int a7(int n, int (*)[*][*]);
static int a7(int n, int m[][n][n]) { return m[0][1][1]; }
static int a8(int n, int m[*]);
static int a8(int n, int *m) { return m[n]; }
#pragma omp end declare target
int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  { int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; int q[1][2][2] = { { { 1, 2 }, { 3, 4 } } }; r = a5(2, m) + a6(3, m) + a7(2, q) + a8(1, m[0]); }
  printf("%d\n", r);
  return 0;
}
