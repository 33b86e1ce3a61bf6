// A lock whose loop ends only when all threads of a warp have had it, unless they are scheduled independently: those that wait are
// before the one that gives the lock back.
#include <stdio.h>

#pragma omp declare target
static int lock;
#pragma omp end declare target

int main(void)
{
  int x = 0;
#pragma omp target parallel num_threads(32) map(tofrom: x)
  for (;;) {
    int old;
#pragma omp atomic capture
    { old = lock; lock = 1; } /* here */
    if (old == 0) {
#pragma omp flush
      x += 1;
#pragma omp flush
#pragma omp atomic write
      lock = 0;
      break;
    }
  }
  puts(x == 32 ? "ok" : "wrong");
  return 0;
}
