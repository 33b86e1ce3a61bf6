// gcc: no (an extension of clang)
// amd: no (wavefronts execute barriers there, not lanes)
// only: device
// Threads of a warp come to ompx_sync_block_divergent by several calls.
#include <ompx.h>
#include <omp.h>
#include <stdio.h>
int main(void) { static int a[64], r[64]; int bad = 0;
  #pragma omp target teams ompx_bare num_teams(2) thread_limit(32, 2) map(tofrom: a, r)
  { int t = omp_get_thread_num(); static int cell[64];
    #pragma omp groupprivate(cell)
    cell[t] = t;
    if (t % 2) ompx_sync_block_divergent(ompx_seq_cst); else ompx_sync_block_divergent(ompx_acq_rel);
    int v = cell[(t + 5) % 64];
    switch (t % 3) { case 0: ompx_sync_block_divergent(ompx_relaxed); break; case 1: ompx_sync_block_divergent(ompx_acquire); break; default: ompx_sync_block_divergent(ompx_release); }
    if (omp_get_team_num() == 1) r[t] = v; }
  for (int t = 0; t < 64; t++) bad |= r[t] != (t + 5) % 64;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
