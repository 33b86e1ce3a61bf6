// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// OpenMP 6.0 §5.4, §19.2: a clause for an outer constituent alone, of combined constructs and of
// composite ones, on devices and on the host.
#include <omp.h>
#include <stdio.h>
enum { N = 64 };
struct pair { int a, b; };
int main(void)
{
    int bad = 0, x = 5, sum = 0, a[N];
    struct pair s = {1, 2};
    for (int i = 0; i < N; i++)
        a[i] = 0;
    // private to a team: its threads share one copy
#pragma omp target teams distribute parallel for private(teams: x) num_teams(1) thread_limit(4) map(tofrom: a)
    for (int i = 0; i < N; i++) {
        if (i == 0)
            x = 3;
        a[i] = i;
    }
    bad |= a[N-1] != N-1 || x != 5;
    // one copy for each team again: distribute is in its teams region
    int most = 0;
#pragma omp target teams distribute parallel for firstprivate(distribute: x) num_teams(4) map(tofrom: most) map(tofrom: x)
    for (int i = 0; i < N; i++) {
        int v;
#pragma omp atomic capture
        v = ++x;
#pragma omp atomic compare
        if (most < v)
            most = v;
    }
    bad |= (x != 5 || most > N + 5 || most < 5 + N/4) << 1;
    // reduction of the league alone
#pragma omp target teams reduction(+: sum) num_teams(2) firstprivate(target: s)
    {
#pragma omp atomic
        s.a++;
        sum += 1;
    }
    bad |= (s.a != 1 || sum < 1) << 2;
    sum = 0;
#pragma omp target teams distribute parallel for reduction(teams: +: sum) num_teams(4)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        sum += 1;
    }
    bad |= (sum != N) << 3;
    sum = 0;
#pragma omp parallel for simd lastprivate(for: x) num_threads(3)
    for (int i = 0; i < N; i++) {
        x = i;
        a[i] = x;
    }
    bad |= (x != N - 1) << 4;
    x = 7;
#pragma omp parallel masked taskloop firstprivate(parallel: x) num_threads(2) shared(taskloop: x) num_tasks(4)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        x++;
    }
    bad |= (x != 7) << 5;
#pragma omp target parallel for default(parallel: none) shared(a) firstprivate(target: x) thread_limit(target: 3) num_threads(2) shared(x)
    for (int i = 0; i < N; i++)
        if (i == 3)
            x = a[i];
    bad |= (x != 7) << 6;
    int threads = 0;
#pragma omp target teams distribute parallel for thread_limit(target: 8) thread_limit(teams: 3) num_teams(1) map(tofrom: threads)
    for (int i = 0; i < N; i++)
#pragma omp atomic compare
        if (threads < omp_get_num_threads())
            threads = omp_get_num_threads();
    bad |= (threads > 3) << 7;
#pragma omp target parallel for simd private(target: x) map(tofrom: a)
    for (int i = 0; i < N; i++) {
        if (i == 5)
            x = 1;
        a[i] = 2 * i;
    }
    bad |= (x != 7 || a[9] != 18) << 8;
    int n = 0;
#pragma omp target teams distribute firstprivate(teams: x) if(target teams: bad > 1000) map(tofrom: n) num_teams(1)
    for (int i = 0; i < N; i++) {
        x++;
        n = x;
    }
    bad |= (n != 7 + N || x != 7) << 9;
    printf(bad ? "wrong %x\n" : "ok\n", bad);
    return bad;
}
