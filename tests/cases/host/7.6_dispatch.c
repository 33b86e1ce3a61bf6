// only: device
// gcc: no (it does not know dispatch)
#include <omp.h>
#include <stdio.h>

static int use = 1;

static int plain(double *p, int n) { return n + (p[0] > 0); }
static int dispatched(double *p, int n)
{
#pragma omp target is_device_ptr(p)
  for (int i = 0; i < n; i++) p[i] += 1;
  return 100;
}

#pragma omp declare variant(plain) match(user={condition(use)})
#pragma omp declare variant(dispatched) match(construct={dispatch}) adjust_args(need_device_ptr: p)
static int f(double *p, int n)
{
  for (int i = 0; i < n; i++) p[i] += 10;
  return n;
}

int main(void)
{
  double a[4] = {0};
  int s = 0, r = 0, bad = 0;
#pragma omp target data map(tofrom: a)
  {
#pragma omp dispatch device(0) depend(inout: s)
    r = f(a, 4);
  }
  bad += r != 100 || a[0] != 1 || a[3] != 1;
  r = f(a, 4); /* the condition holds */
  bad += r != 5;
  use = 0;
  r = f(a, 4);
  bad += r != 4 || a[0] != 11;
#pragma omp dispatch novariants(r == 4)
  r = f(a, 4);
  bad += r != 4 || a[0] != 21;
  use = 1;
#pragma omp dispatch nocontext(1)
  r = f(a, 4);
  bad += r != 5;
  printf("%s\n", bad ? "bad" : "ok");
  return bad;
}
