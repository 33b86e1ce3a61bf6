// Warps in LLVM's words: votes and shuffles of ompx.h. A thread of a CPU is a warp of its own.
// amd: each
// gcc: no (ompx.h and ompx_bare are clang's)
// only: device
#include <ompx.h>
#include <stdio.h>

int main(void) {
  int votes = 0, sum = 0, wide = 0; long l = 0; double d = 0; float f = 0;
  #pragma omp target teams ompx_bare num_teams(1) thread_limit(32) map(tofrom: votes, sum, wide, l, d, f)
  {
    int t = ompx_thread_id_x(), v = t;
    unsigned long even = ompx_ballot_sync(0xffffffff, t % 2 == 0);
    for (int step = 16; step > 0; step /= 2) v += ompx_shfl_down_sync_i(0xffffffff, v, step, 32);
    int near = ompx_shfl_down_sync_i(0xffffffff, t, 2, 4);
    long big = ompx_shfl_down_sync_l(0xffffffff, 1l << 40 | t, 1, 32);
    double half = ompx_shfl_down_sync_d(0xffffffff, t + 0.5, 3, 32);
    float quarter = ompx_shfl_down_sync_f(0xffffffff, t + 0.25f, 4, 32);
    if (t == 0) votes = even == 0x55555555 || even == 1, sum = v, l = big, d = half, f = quarter;
    if (t == 5) wide = near;
  }
#ifdef GPU
  printf(votes == 1 && sum == 496 && wide == 7 && l == (1l << 40 | 1) && d == 3.5 && f == 4.25f ? "ok\n" : "%d %d %d %ld %g %g\n", votes, sum, wide, l, d, f);
#else
  printf(votes == 1 && sum == 0 && wide == 5 && l == 1l << 40 && d == 0.5 && f == 0.25f ? "ok\n" : "%d %d %d %ld %g %g\n", votes, sum, wide, l, d, f);
#endif
}
