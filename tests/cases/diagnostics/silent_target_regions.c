#include <omp.h>
#include <stdio.h>
/* Nothing to warn of: what looks like another program's mistake. */
struct node { struct node *next; int v; };
double interior(void)
{
  double a[100], s = 0;
#pragma omp target teams distribute parallel for map(from: a)
  for (int i = 1; i < 99; i++)
    a[i] = i;
  for (int i = 1; i < 99; i++)
    s += a[i];
  return s;
}
void recurrence(int n, double *a)
{
#pragma omp target map(tofrom: a[0:n])
  for (int i = 1; i < n; i++)
    a[i] += a[i - 1];
}
void by_hand(int n, double *a)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel
  for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
    a[i] = i;
}
int scratch(void)
{
  int t[64], r = 0;
  double first = 0, tmp;
#pragma omp target map(alloc: t) map(from: r) map(to: first)
  {
    for (int i = 0; i < 64; i++)
      t[i] = i;
    first = t[1];
    r = t[5] + first;
  }
#pragma omp target teams distribute parallel for private(tmp) map(tofrom: r)
  for (int i = 0; i < 1; i++) {
    if (i % 2)
      tmp = i;
    else
      tmp = -i;
    r += tmp;
  }
  first = 1;
  return r + first;
}
int compact(int n, const int *in, int *out)
{
  int count = 0;
#pragma omp target teams distribute parallel for map(to: in[0:n]) map(from: out[0:n]) map(tofrom: count)
  for (int i = 0; i < n; i++)
    if (in[i] % 3 == 0) {
      int k;
#pragma omp atomic capture
      k = count++;
      out[k] = in[i];
    }
  return count;
}
int league(int n, const double *a)
{
  double s = 0, one = 0;
#pragma omp target teams reduction(+: s) map(to: a[0:n])
#pragma omp distribute parallel for reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma omp target teams num_teams(1) map(tofrom: one) map(to: a[0:n])
#pragma omp distribute parallel for reduction(+: one)
  for (int i = 0; i < n; i++)
    one += a[i];
  return s > one;
}
int list(void)
{
  struct node c = {0, 3}, b = {&c, 2};
  int s = 0;
#pragma omp target map(tofrom: s) map(to: b, c)
  s += b.v + c.v;
  return s;
}
double own_tables(int n, double *out)
{
#pragma omp target teams map(tofrom: out[0:n]) num_teams(4)
  {
    double table[512];
    for (int i = 0; i < 512; i++)
      table[i] = i;
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      out[i] = table[i % 512];
  }
  double t[300];
#pragma omp target parallel private(t) map(tofrom: out[0:n])
  {
    for (int i = 0; i < 300; i++)
      t[i] = i;
    if (n > 300)
      out[omp_get_thread_num()] = t[5];
  }
#pragma omp target parallel private(t) map(from: out[0:n])
  for (int i = 0; i < 300; i++)
    t[i] = i;
  return out[0];
}
