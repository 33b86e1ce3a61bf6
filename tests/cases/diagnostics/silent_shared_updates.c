// Updates that no two threads do at the same time: no warning.
#include <omp.h>
void f(int n, double *restrict out, const double *restrict in, int *restrict color)
{
    double sum = 0, last = 0, team[8] = { 0 };
    int count = 0, k = 0, a[100] = { 0 };
    _Atomic int hits = 0;
#pragma omp target teams distribute parallel for map(to: in[0:n]) reduction(+: sum) map(tofrom: count, last, hits)
    for (int i = 0; i < n; i++) {
        double own = 0;
        own += in[i];
        for (int j = 0; j < 4; j++) own += j;
        sum += own;
#pragma omp atomic
        count++;
        if (i == n - 1) last += own;
        hits++;
    }
#pragma omp target parallel for num_threads(1) map(tofrom: count)
    for (int i = 0; i < n; i++) count++;
#pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: count)
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++) count++;
#pragma omp target parallel for ordered map(tofrom: k)
    for (int i = 0; i < n; i++) {
#pragma omp ordered
        k++;
    }
#pragma omp target parallel map(tofrom: team)
    {
        double mine = 0;
#pragma omp for
        for (int i = 0; i < n; i++) mine += i;
#pragma omp critical
        team[0] += mine;
    }
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 50; i++) a[i] = a[i + 50] + 1;
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 2; i < 100; i += 2) a[i] = a[i - 1] + 1;
#pragma omp target teams distribute parallel for map(tofrom: a) map(to: color[0:100])
    for (int i = 1; i < 100; i++)
        if (color[i]) a[i] = a[i - 1];
#pragma omp target teams distribute map(tofrom: out[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 1; j < 8; j++) out[i * 8 + j] += out[i * 8 + j - 1];
    out[0] = sum + count + last + k + a[3] + hits + team[0];
}
