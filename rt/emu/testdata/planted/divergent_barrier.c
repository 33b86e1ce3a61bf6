// finds: divergent_barrier.c:8: divergent barrier: not all threads of the warp come here
// flags: -Wno-everything
#include <omp.h>

#pragma omp begin declare target
static void wait(void)
{
#pragma omp barrier
}
#pragma omp end declare target

int main(void)
{
  int n = 0;
#pragma omp target parallel map(tofrom: n) num_threads(64)
  {
    if (omp_get_thread_num() % 2) /* only half of the team meets the barrier */
      wait();
  }
  return n;
}
