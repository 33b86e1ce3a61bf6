// Grids of two and three dimensions, as clang's ompx_bare takes them: coordinates and extents, in the region and in
// functions that it calls. The extents are evaluated once.
// gcc: no (an extension of clang)
// only: device
#include <omp.h>
#include <ompx.h>
#include <stdio.h>

enum { BX = 2, BY = 3, BZ = 2, TX = 5, TY = 4, TZ = 2, TEAM = TX * TY * TZ, N = BX * BY * BZ * TEAM };

static int evaluated;

static int count(int n)
{
    evaluated++;
    return n;
}

static int wrong(int team, int thread, const int *grid)
{
    return ompx_block_id_x() != team % grid[0] || ompx_block_id_y() != team / grid[0] % grid[1] ||
           ompx_block_id_z() != team / (grid[0] * grid[1]) || ompx_thread_id(ompx_dim_x) != thread % grid[3] ||
           ompx_thread_id(ompx_dim_y) != thread / grid[3] % grid[4] || ompx_thread_id(ompx_dim_z) != thread / (grid[3] * grid[4]) ||
           ompx_grid_dim_x() != grid[0] || ompx_grid_dim_y() != grid[1] || ompx_grid_dim(ompx_dim_z) != grid[2] ||
           ompx_block_dim_x() != grid[3] || ompx_block_dim_y() != grid[4] || ompx_block_dim(ompx_dim_z) != grid[5];
}

int main(void)
{
    static int a[N];
    int bad = 0, grid[6] = {BX, BY, BZ, TX, TY, TZ}, flat[6] = {BX * BY, 1, 1, TEAM, 1, 1};
#pragma omp target teams ompx_bare num_teams(count(BX), BY, count(BZ)) thread_limit(count(TX), TY, TZ) map(tofrom: a) map(to: grid)
    {
        int team = omp_get_team_num(), thread = omp_get_thread_num();
        a[team * TEAM + thread] += 1 + 10 * wrong(team, thread, grid);
    }
    for (int i = 0; i < N; i++)
        bad += a[i] != 1;
    bad += evaluated != 3;

    // One dimension that counts, and variables.
    int teams = BX * BY, threads = TEAM;
#pragma omp target teams ompx_bare num_teams(teams, 1) thread_limit(threads, 1, 1) map(tofrom: a) map(to: flat)
    a[omp_get_team_num() * TEAM + omp_get_thread_num()] += wrong(omp_get_team_num(), omp_get_thread_num(), flat);

    // Regions of one dimension in the same program, and a region inside.
#pragma omp target teams ompx_bare num_teams(BX * BY) thread_limit(TEAM) map(tofrom: a) map(to: flat)
    a[omp_get_team_num() * TEAM + omp_get_thread_num()] += wrong(omp_get_team_num(), omp_get_thread_num(), flat);
#pragma omp target teams ompx_bare num_teams(1, 2) thread_limit(2, 2) map(tofrom: a)
    {
        int at = omp_get_team_num() * 4 + omp_get_thread_num();
#pragma omp parallel num_threads(1)
        a[at] += ompx_thread_id_x() + ompx_thread_id_y() + ompx_block_dim_x() - 1 + ompx_block_dim_y() - 1 + 2 * (ompx_grid_dim_y() - 2);
    }
    for (int i = 0; i < N; i++)
        bad += a[i] != 1;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
