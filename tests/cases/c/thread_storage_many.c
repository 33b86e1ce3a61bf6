// only: device
// gcc: no (it refuses thread-local variables in target regions)
// Each of many threads has its own thread-local variables, and keeps them from one region to the next,
// also where the threads of the CPU device share OS threads.
#include <omp.h>
#include <stdio.h>
enum { N = 96 };
#pragma omp begin declare target
_Thread_local int count = 5;
static __thread double sums[4] = { 1, 2 };
static _Thread_local int zero;
static int bump(void) { static _Thread_local int calls = 10; return ++calls; }
#pragma omp end declare target
int main(void)
{
  int bad = 0, n = 0;
  #pragma omp target map(tofrom: bad, n) thread_limit(N)
  for (int round = 1; round <= 3; round++) {
    #pragma omp parallel num_threads(N)
    {
      int me = omp_get_thread_num(), *at = &count;
      count += me;
      sums[3] += me;
      zero++;
      #pragma omp barrier
      int wrong = count != 5 + round * me || at != &count || sums[0] != 1 || sums[1] != 2 || sums[3] != round * me || zero != round || bump() != 10 + round;
      #pragma omp atomic
      bad += wrong;
      #pragma omp atomic
      n++;
    }
  }
  if (bad || n != 3 * N) printf("%d of %d wrong\n", bad, n);
  else printf("ok\n");
  return bad != 0;
}
