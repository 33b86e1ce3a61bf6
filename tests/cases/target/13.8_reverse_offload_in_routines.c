// gcc: no (gcc-12 has no reverse offload)
/* OpenMP 5.2 §13.8, §13.2: device(ancestor: 1) in a device routine, and on combined constructs. */
#include <stdio.h>
#pragma omp requires reverse_offload

static int calls, total;

#pragma omp begin declare target
static int report(int value, int *twice)
{
  int got = 0, copy = value;
#pragma omp target device(ancestor: 1) map(from: got) map(to: twice[0:1])
  {
    calls++;
    total += value;
    got = 2 * value;
    copy = -1;
  }
  *twice = got;
  return copy;
}
#pragma omp end declare target

int main(void)
{
  int a[4] = {1, 2, 3, 4}, t[4] = {0}, kept = 1, sum = 0, n = 10;
#pragma omp target map(tofrom: a, t, kept, sum)
  {
    for (int i = 0; i < 4; i++)
      kept = kept && report(a[i], &t[i]) == a[i];
#pragma omp target parallel for device(ancestor: 1) reduction(+: sum) map(always, tofrom: sum)
    for (int i = 0; i < n; i++)
      sum += i;
#pragma omp target parallel device(ancestor: 1) num_threads(2)
    {
#pragma omp single
      calls++;
    }
  }
  if (calls != 5 || total != 10 || !kept)
    return printf("%d calls, total %d, kept %d\n", calls, total, kept), 1;
  for (int i = 0; i < 4; i++)
    if (t[i] != 2 * a[i])
      return printf("t[%d] is %d\n", i, t[i]), 1;
  if (sum != 45)
    return printf("sum %d\n", sum), 1;
  int u = 0;
  if (report(7, &u) != 7 || u != 14 || calls != 6)
    return printf("on the host: %d, %d calls\n", u, calls), 1;
  puts("ok");
}
