/* OpenMP 5.2 §5.2, §5.7.1: threadprivate variables and copyin in the host's threads, from which target regions start. */
#include <stdio.h>
#include <omp.h>

static int mine;
#pragma omp threadprivate(mine)

int main(void)
{
  int got[4] = {0}, bad = 0, threads = 0;
  mine = 7;
#pragma omp parallel num_threads(4) copyin(mine)
  {
    int me = omp_get_thread_num();
    if (me < 4) {
      int copy = mine + me, r = 0;
#pragma omp target map(from: r) firstprivate(copy)
      r = 2 * copy;
      got[me] = r;
      mine = r;
    }
#pragma omp single
    threads = omp_get_num_threads();
  }
  for (int i = 0; i < threads; i++)
    bad += got[i] != 2 * (7 + i);
  if (bad || mine != 14)
    return printf("%d wrong, %d\n", bad, mine), 1;
  puts("ok");
}
