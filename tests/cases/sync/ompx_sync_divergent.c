// gcc: no (it has no ompx.h)
// amd: no (wavefronts execute barriers there, not lanes)
// only: device
// Threads of a warp wait for each other on different paths: in branches, in a loop that some
// enter, and in a switch.
#include <ompx.h>
#include <omp.h>
#include <stdio.h>
enum { N = 64 };
int main(void)
{
  int x[N] = { 0 }, wrong = 0;
#pragma omp target map(tofrom: x, wrong) thread_limit(N)
#pragma omp parallel num_threads(N)
  {
    int me = ompx_thread_id_x(), n = omp_get_num_threads();
    for (int round = 1; round <= 3; round++) {
      if ((me + round) % 3 == 0) {
        x[me] += round;
        ompx_sync_block_divergent(ompx_acq_rel);
      } else if (me % 2) {
        x[me] += 2 * round;
        ompx_sync_block_divergent(ompx_acq_rel);
      } else {
        x[me] += 3 * round;
        ompx_sync_block_divergent(ompx_acq_rel);
      }
      int other = (me + 1) % n, expect = 0;
      for (int r = 1; r <= round; r++)
        expect += (other + r) % 3 == 0 ? r : other % 2 ? 2 * r : 3 * r;
      int bad = x[other] != expect;
      switch (me % 4) {
      case 0: ompx_sync_block_divergent(ompx_relaxed); break;
      case 1: ompx_sync_block_divergent(ompx_acquire); break;
      default: ompx_sync_block_divergent(ompx_seq_cst);
      }
      if (bad)
#pragma omp atomic
        wrong++;
    }
  }
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
