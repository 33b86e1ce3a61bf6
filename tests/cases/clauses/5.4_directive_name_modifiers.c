// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// OpenMP 6.0 §5.4: any clause may name the constituent that it applies to, in
// target constructs and in the host's.
#include <omp.h>
#include <stdio.h>

enum { N = 100 };

int main(void)
{
    int a[N], s = 0, h = 0, x = 5, bad = 0, threads = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target parallel for firstprivate(parallel: x) num_threads(parallel: 3) map(target, tofrom: s, a) \
    reduction(for, +: s) schedule(for, nonmonotonic: dynamic) collapse(for: 1) map(target, from: threads)
    for (int i = 0; i < N; i++) {
        a[i] += x;
        s += a[i];
        if (i == 0)
            threads = omp_get_num_threads();
    }
    bad |= s != N * (N - 1) / 2 + 5 * N || threads != 3 || a[N - 1] != N + 4;
    s = 0;
#pragma omp target teams distribute parallel for simd reduction(parallel, +: s) private(simd: x) num_teams(teams: 4) thread_limit(target_teams: 8)
    for (int i = 0; i < N; i++) {
        x = a[i];
        s += x;
    }
    bad |= (s != N * (N - 1) / 2 + 5 * N) << 1;
#pragma omp parallel for reduction(parallel, +: h) num_threads(parallel: 3) private(for: x) schedule(for, monotonic: static)
    for (int i = 0; i < N; i++) {
        x = i;
        h += x;
    }
    bad |= (h != N * (N - 1) / 2) << 2;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
