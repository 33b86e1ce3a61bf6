// The lists of dimensions that clang's ompx_bare takes, with one dimension that counts.
// gcc: no (an extension of clang)
// only: device
#include <omp.h>
#include <ompx.h>
#include <stdio.h>

enum { BLOCKS = 6, THREADS = 4 };

int main(void)
{
    int a[BLOCKS * THREADS] = {0}, bad = 0;
#pragma omp target teams ompx_bare num_teams(BLOCKS, 1) thread_limit(THREADS, 1, 1) map(tofrom: a)
    a[ompx_block_id_x() * ompx_block_dim_x() + ompx_thread_id_x()] += 10 * ompx_grid_dim_x() + ompx_grid_dim_y() + ompx_thread_id_y();
    for (int i = 0; i < BLOCKS * THREADS; i++)
        bad += a[i] != 61;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
