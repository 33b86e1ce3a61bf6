// gcc: no (features of 6.0)
// flags: -fopenmp-version=60
// What remains of a target construct on the host is put in words that the host
// compiler knows (5.2 §13.8): clauses and combinations that it does not know.
#include <stdio.h>

int main(void)
{
    int a[64], s = 0, bad = 0;
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma omp target parallel for num_threads(strict: 2) reduction(default, +: s)
    for (int i = 0; i < 64; i++)
        s += a[i];
#pragma omp target parallel num_threads(2) message("few") severity(warning) map(tofrom: a)
#pragma omp single
    a[0] = 10;
#pragma omp target parallel single map(tofrom: a)
    a[1] = 11;
#pragma omp target parallel masked taskloop map(tofrom: a) grainsize(strict: 4)
    for (int i = 2; i < 64; i++)
        a[i] += 1;
#pragma omp target parallel safesync(2) map(tofrom: a)
#pragma omp single
    a[2] = 12;
#pragma omp target loop map(tofrom: a)
    for (int i = 3; i < 64; i++)
        a[i] += 1;
#pragma omp target teams num_teams(2: 4) thread_limit(8) if(teams: 1) map(tofrom: a)
#pragma omp distribute order(reproducible: concurrent)
    for (int i = 3; i < 64; i++)
        a[i] += 1;
    bad = s != 64 * 63 / 2 || a[0] != 10 || a[1] != 11 || a[2] != 12;
    for (int i = 3; i < 64; i++)
        bad |= (a[i] != i + 3) << 1;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
