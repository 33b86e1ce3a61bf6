// only: device
// gcc: no (libgomp's host is no device)
// flags: -fopenmp-version=60
// env: OMP_NUM_TEAMS_DEV_0=3 OMP_NUM_TEAMS_ALL=5 OMP_TEAMS_THREAD_LIMIT_DEV=64 OMP_TEAMS_THREAD_LIMIT=16
// OpenMP 5.2 §18.4.4, §18.4.6, §2.2: omp_get_max_teams and omp_get_teams_thread_limit are the nteams-var and
// teams-thread-limit-var of the device that executes them, which the environment (§21.6.1, §21.6.2) and routines
// of the host (6.0 §24.12, §24.14) set; leagues without num_teams and thread_limit keep to them (§10.2, §13.3).
#include <omp.h>
#include <stdio.h>

#pragma omp begin declare target
static int called(void) { return omp_get_max_teams() * 1000 + omp_get_teams_thread_limit(); }
#pragma omp end declare target

static int league(int *teams, int *limit)
{
    int n = 0;
#pragma omp target teams map(from : n) map(tofrom : teams[0:1], limit[0:1])
#pragma omp parallel
    if (omp_get_team_num() == 0 && omp_get_thread_num() == 0) {
        n = omp_get_max_teams() * 1000 + omp_get_teams_thread_limit();
        *teams = omp_get_num_teams();
        *limit = omp_get_thread_limit();
    }
    return n;
}

int main(void)
{
    int d = omp_get_default_device(), bad = 0, n = 0, teams = 0, limit = 0, other = 0, procs = 0, threads = 0;
#pragma omp target map(tofrom : n, other, procs, threads)
    {
        int most = omp_get_max_threads(); // §18.2.3: nthreads-var, which implicit tasks inherit (§2.4)
#pragma omp parallel
#pragma omp single
        threads = omp_get_max_threads() - most;
        n = called();
        procs = omp_get_num_procs();
        other = omp_get_device_num_teams(omp_get_device_num()) * 1000 + omp_get_device_teams_thread_limit(omp_get_device_num());
    }
    bad |= n != 3064 || other != 3064;
    bad |= (procs < 1 || threads != 0) << 1;
    n = league(&teams, &limit);
    bad |= (n != 3064 || teams != 3 || limit > 64 || limit < 1) << 2;
    omp_set_device_num_teams(2, d);
    omp_set_device_teams_thread_limit(32, d);
    n = league(&teams, &limit);
    bad |= (n != 2032 || teams != 2 || limit > 32) << 3;
#pragma omp target teams num_teams(4) thread_limit(64) map(from : n, teams)
    if (omp_get_team_num() == 0) {
        n = called();
        teams = omp_get_num_teams();
    }
    bad |= (n != 2032 || teams != 4) << 4;
    printf(bad ? "wrong: %x %d %d %d %d\n" : "ok\n", bad, n, teams, limit, other);
    return bad;
}
