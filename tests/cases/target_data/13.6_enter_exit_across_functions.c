#include <stdio.h>
#include <stdlib.h>

static double *make(int n)
{
  double *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma omp target enter data map(to: p[0:n])
  return p;
}

static void add(double *p, int n, double v)
{
#pragma omp target teams distribute parallel for map(p[0:n])
  for (int i = 0; i < n; i++)
    p[i] += v;
}

static void finish(double *p, int n)
{
#pragma omp target exit data map(from: p[0:n])
}

int main(void)
{
  double *p = make(100);
  add(p, 100, 1);
  add(p, 100, 0.5);
  finish(p, 100);
  puts(p[0] == 1.5 && p[99] == 100.5 ? "ok" : "enter and exit data");
  free(p);
  return 0;
}
