// A CUDA-like kernel in LLVM's words: all threads of all blocks execute the region of ompx_bare from the beginning.
// gcc: no (an extension of clang)
// only: device
#include <omp.h>
#include <ompx.h>
#include <stdio.h>

enum { BLOCKS = 5, THREADS = 96, N = BLOCKS * THREADS };

static int square(int i) { return i * i; }

int main(void) {
  static int a[N], at[N], sum[BLOCKS];
  int n = N, start = 7, threads = THREADS / 3;
  #pragma omp target teams ompx_bare num_teams(BLOCKS) thread_limit(THREADS) map(from: a, at)
  {
    int i = ompx_block_id_x() * ompx_block_dim_x() + ompx_thread_id_x();
    start += i;
    if (i < n) {
      a[i] = square(start);
      at[i] = ompx_thread_id(ompx_dim_x) + 1000 * ompx_block_id(ompx_dim_x) + 100000 * ompx_grid_dim_x();
    }
  }
  int bad = 0;
  for (int i = 0; i < N; i++)
    bad += a[i] != (i + 7) * (i + 7) || at[i] != i % THREADS + i / THREADS * 1000 + BLOCKS * 100000;
  printf("%d %d\n", bad, start);

  #pragma omp target teams ompx_bare num_teams(BLOCKS) thread_limit(threads) map(from: sum)
  {
    static int part[THREADS];
    #pragma omp groupprivate(part)
    int t = ompx_thread_id_x();
    part[t] = t + 1;
    ompx_sync_block_acq_rel();
    for (int step = 1; step < ompx_block_dim_x(); step *= 2) {
      int other = t + step < ompx_block_dim_x() ? part[t + step] : 0;
      ompx_sync_block_acq_rel();
      part[t] += other;
      ompx_sync_block_acq_rel();
    }
    if (t == 0) sum[ompx_block_id_x()] = part[0];
  }
  for (int b = 0; b < BLOCKS; b++) printf("%d%c", sum[b], b + 1 < BLOCKS ? ' ' : '\n');
}
