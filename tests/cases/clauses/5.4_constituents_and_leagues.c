// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// OpenMP 6.0 §19.2: the expressions of num_teams are evaluated before the outermost construct also where
// another clause is for target alone; a metadirective has such a variant.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int three(void)
{
    return getenv("NO_SUCH_TEAMS") ? 1 : 3; // no function of a device
}

int main(void)
{
    int x = 1, n = 0, k = 10, bad = 0, v[10];
#pragma omp target teams firstprivate(target: x) num_teams(three()) map(tofrom: n)
    n = omp_get_num_teams();
    bad |= n > 3 || n < 1;
#pragma omp target teams distribute parallel for firstprivate(target: x) num_teams(k / 3) map(from: v) nowait depend(out: v)
    for (int i = 0; i < 10; i++)
        v[i] = omp_get_num_teams() + 1000 * x;
#pragma omp taskwait
    bad |= (v[0] > 1003 || v[9] < 1001) << 1;
    for (int way = 0; way < 2; way++) {
#pragma omp metadirective when(user = {condition(way)}: target teams distribute firstprivate(target: x) num_teams(2)) otherwise(parallel for private(x))
        for (int i = 0; i < 10; i++) {
#pragma omp atomic write
            x = i;
        }
    }
    bad |= (x != 1) << 2;
    printf(bad ? "wrong %x\n" : "ok\n", bad);
    return bad;
}
