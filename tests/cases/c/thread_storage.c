// gcc: no (it refuses thread-local variables in target regions)
// Thread-local variables of device code: each thread of the device has its own copy,
// which starts with the initial value.
#include <omp.h>
#include <stdio.h>
#pragma omp begin declare target
_Thread_local int count = 5;
static __thread double sums[4] = { 1, 2 };
static int bump(void) { static _Thread_local int calls = 10; return ++calls; }
static int add(int x) { count += x; sums[3] += x; return count; }
#pragma omp end declare target
int main(void)
{
  int r[4] = { 0 }, c[4] = { 0 }, wrong = 0;
  double s[4] = { 0 };
  #pragma omp target parallel num_threads(4) map(tofrom: r, s, c)
  {
    int me = omp_get_thread_num();
    for (int i = 0; i < 3; i++) {
      add(me);
      c[me] = bump();
    }
    r[me] = count;
    s[me] = sums[0] + sums[1] + sums[3];
  }
  for (int i = 0; i < 4; i++)
    if (r[i] != 5 + 3 * i || s[i] != 3 + 3 * i || c[i] != 13) printf("%d: %d %g %d\n", i, r[i], s[i], c[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
