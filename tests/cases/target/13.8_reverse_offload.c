// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8: device(ancestor: 1) runs the region on the host: always
 * motion in both directions, firstprivate values, host functions and globals. */
#include <stdio.h>
#pragma omp requires reverse_offload

static int calls, host_sum;
static double table[4] = {1, 2, 3, 4};

static int on_host(int *part, int n, int tag)
{
  calls++;
  for (int i = 0; i < n; i++) host_sum += part[i] * tag;
  return 1;
}
#pragma omp declare target device_type(host) enter(on_host)

int main(void)
{
  int a[10], answer = 0, bad = 0, where = 0;
  double d[2][3] = {{0}};
  int *p = a;
  for (int i = 0; i < 10; i++) a[i] = i;
#pragma omp target map(tofrom: a, answer, where) map(to: d)
  {
    int tag = 3;
    for (int i = 0; i < 10; i++) a[i] *= 10;
    d[1][2] = 5;
#pragma omp target device(ancestor: 1) map(always, to: a[2:3]) firstprivate(tag) map(always, tofrom: where) map(always, to: d)
    {
      where += on_host(&a[2], 3, tag) + 100 + (int)d[1][2];
      tag = 99;
      table[1] = 20;
    }
    answer = tag;
  }
  bad += calls != 1 || host_sum != 3 * (20 + 30 + 40) || answer != 3 || where != 106 || table[1] != 20;
  bad += a[9] != 90 || p != a;
  puts(bad ? "wrong" : "ok");
  if (bad) printf("%d %d %d %d %g\n", calls, host_sum, answer, where, table[1]);
  return 0;
}
