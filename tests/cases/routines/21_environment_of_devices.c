// only: device
// gcc: no (libgomp's host is no device)
// env: OMP_NUM_THREADS_DEV_0=32,2 OMP_NUM_THREADS_DEV=7 OMP_SCHEDULE_DEV=dynamic,3 OMP_NUM_TEAMS_DEV_0=3 OMP_NUM_TEAMS_ALL=5 OMP_TEAMS_THREAD_LIMIT_DEV=64
// OpenMP 5.2 §21, 6.0 §3.2: environment variables with _DEV_n, _DEV and _ALL initialise the ICVs of devices, the
// most specific one first, and what clauses say goes before.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int n = 0, m = 0, teams = 0, limit = 0, kind = omp_sched_dynamic, chunk = 3, two = 0, bad;
#pragma omp target map(from : n, m) map(tofrom : kind, chunk)
    {
        m = omp_get_max_threads();
#pragma omp parallel
#pragma omp single
        n = omp_get_num_threads();
        omp_sched_t k;
        omp_get_schedule(&k, &chunk);
        kind = k & ~omp_sched_monotonic;
    }
    bad = n != 32 || m != 32;
    bad |= (kind != omp_sched_dynamic || chunk != 3) << 1;
#pragma omp target teams map(from : teams, limit)
#pragma omp parallel
    if (omp_get_team_num() == 0 && omp_get_thread_num() == 0) {
        teams = omp_get_num_teams();
        limit = omp_get_thread_limit();
    }
    bad |= (teams != 3 || limit > 64) << 2;
#pragma omp target teams num_teams(2) map(from : two)
    if (omp_get_team_num() == 0)
        two = omp_get_num_teams();
    bad |= (two != 2) << 3;
    bad |= (omp_get_device_num_teams(0) != 3 || omp_get_device_teams_thread_limit(0) != 64) << 4;
    printf(bad ? "wrong: %x %d %d %d %d\n" : "ok\n", bad, n, m, teams, limit);
    return bad;
}
