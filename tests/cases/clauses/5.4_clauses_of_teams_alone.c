// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// OpenMP 6.0 §5.4, §8.6: what clauses say of teams alone: copies of each team, allocated there, and its results.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int x = 3, q = 1, s = 0, r = 0, once = 0;
#pragma omp target teams distribute num_teams(2) firstprivate(teams: x) private(teams: q) reduction(teams, +: s) \
    allocate(teams, allocator(omp_default_mem_alloc): x)
    for (int i = 0; i < 8; i++) {
        q = x;
        s += q;
    }
#pragma omp target teams distribute parallel for firstprivate(teams: x) shared(teams: r) thread_limit(teams: 4) \
    map(tofrom: r) allocate(allocator(omp_default_mem_alloc): x)
    for (int i = 0; i < 8; i++)
        if (i == 7)
            r = x;
#pragma omp target teams if(teams: 0) default(teams: shared) map(once)
    once += omp_get_num_teams();
#pragma omp teams distribute parallel for num_teams(teams: 2) firstprivate(teams: x) allocate(teams: x) reduction(teams, +: s)
    for (int i = 0; i < 8; i++)
        if (i % 4 == 0 && x == 3)
#pragma omp atomic
            s++;
    printf(s == 26 && r == 3 && once == 1 ? "ok\n" : "wrong: %d %d %d\n", s, r, once);
    return 0;
}
