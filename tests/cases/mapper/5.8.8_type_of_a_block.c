// gcc: no (it has no declare mapper)
#include <stdio.h>

struct inner { char other; };

/* A mapper with block scope for types that only the function knows. */
static int tagged(void)
{
  enum { COUNT = 3 };
  struct inner { int n; int *p; } unused = { 0 };
  int v[COUNT] = { 1, 2, 3 };
  (void)unused;
  {
    struct other { int x; };
    struct other o = { 1 };
    (void)o;
  }
#pragma omp declare mapper(struct inner s) map(s) map(s.p[0:COUNT])
  struct inner in = { COUNT, v };
#pragma omp target map(tofrom: in)
  for (int i = 0; i < in.n; i++)
    in.p[i] += 7;
  return v[0] == 8 && v[2] == 10;
}

static int named(int n)
{
  typedef struct { int n; double *d; } vec;
  typedef double row[n];
  row r;
  typedef struct { vec a; int k; } both;
  double x[4] = { 1, 2, 3, 4 };
  r[0] = 2;
  {
#pragma omp declare mapper(both b) map(b) map(b.a.d[0:b.a.n])
    both b = { { 4, x }, 5 };
#pragma omp target map(tofrom: b)
    for (int i = 0; i < b.a.n; i++)
      b.a.d[i] += b.k;
  }
  return x[0] == 6 && x[3] == 9 && r[0] == 2 && sizeof(row) == n * sizeof(double);
}

int main(void)
{
  struct inner file = { 'x' };
  puts(tagged() && named(3) && file.other == 'x' ? "ok" : "mapper for a block's type");
  return 0;
}
