// only: device
// gcc: no (libgomp's host is no device)
// flags: -fopenmp-version=60
// env: OMP_THREAD_LIMIT_DEV=5 OMP_TEAMS_THREAD_LIMIT_DEV=3
// OpenMP 5.2 §13.3, §2.4, §21.1.8: no contention group of the device has more threads than thread-limit-var, or
// teams-thread-limit-var for those of teams, says, however few that are: fewer than execute together on a GPU.
#include <omp.h>
#include <stdio.h>

enum { N = 1000 };

typedef struct { double sum; int least, n; char odd; } facts;
static void join(facts *a, const facts *b)
{
    a->sum += b->sum;
    a->least = b->least < a->least ? b->least : a->least;
    a->n += b->n;
    a->odd ^= b->odd;
}
#pragma omp declare reduction(join : facts : join(&omp_out, &omp_in)) initializer(omp_priv = (facts){0, N, 0, 0})

#pragma omp begin declare target
static double called(const int *a, int *most)
{
    double s = 0;
    int m = 0;
#pragma omp parallel for reduction(+ : s) reduction(max : m)
    for (int i = 0; i < N; i++) {
        s += a[i] * 0.5;
        m = omp_get_num_threads() > m ? omp_get_num_threads() : m;
    }
    *most = m;
    return s;
}
#pragma omp end declare target

static int a[N], out[N];

/* A loop that is all of a kernel, and one in a team. */
static int loops(int max)
{
    double s = 0;
    long sum = 0;
    int least = N, all = 1, any = 0, bad = 0, most = 0, hist[4] = {0};
    facts f = {0, N, 0, 0};
#pragma omp target teams distribute parallel for reduction(+ : s, sum, hist) reduction(min : least) reduction(&& : all) reduction(|| : any) reduction(join : f) reduction(max : most)
    for (int i = 0; i < N; i++) {
        s += a[i] * 0.25;
        sum += a[i];
        least = a[i] < least ? a[i] : least;
        all = all && a[i] >= 0;
        any = any || a[i] == 999;
        hist[i % 4]++;
        f.sum += a[i];
        f.least = a[i] < f.least ? a[i] : f.least;
        f.n++;
        f.odd ^= a[i] & 1;
        most = omp_get_num_threads() > most ? omp_get_num_threads() : most;
    }
    bad |= s != 499500 * 0.25 || sum != 499500 || least != 0 || !all || !any;
    bad |= (hist[0] != 250 || hist[1] != 250 || hist[2] != 250 || hist[3] != 250) << 1;
    bad |= (f.sum != 499500 || f.least != 0 || f.n != N || f.odd != 0) << 2;
    bad |= (most > max) << 3;
    return bad;
}

int main(void)
{
    int bad = 0, limit = 0, most = 0, threads = 0, before = 0, ones = 0;
    double s = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target map(from : limit, most, s, threads, before, ones, out)
    {
        limit = omp_get_thread_limit();
        s = called(a, &most);
        int seen = 0, x = -1;
#pragma omp parallel num_threads(16) reduction(+ : seen) private(x)
        {
            seen = 1;
#pragma omp single copyprivate(x)
            x = omp_get_num_threads();
            if (omp_get_thread_num() == x - 1)
                threads = x;
#pragma omp barrier
#pragma omp masked
            before = omp_get_thread_limit();
        }
        ones = seen;
        int run = 0;
#pragma omp parallel for reduction(inscan, + : run)
        for (int i = 0; i < N; i++) {
            run += a[i];
#pragma omp scan inclusive(run)
            out[i] = run;
        }
    }
    bad |= limit < 1 || limit > 5 || before != limit;
    bad |= (threads < 1 || threads > limit || ones != threads || most > limit || most < 1) << 1;
    bad |= (s != 499500 * 0.5) << 2;
    for (int i = 0; i < N; i++)
        bad |= (out[i] != i * (i + 1) / 2) << 3;
    bad |= loops(3) << 4;
    omp_set_device_teams_thread_limit(1, omp_get_default_device());
    bad |= loops(1) << 8;
    omp_set_device_teams_thread_limit(33, omp_get_default_device());
    bad |= loops(5) << 12;
    printf(bad ? "wrong: %x, %d %d %d %d %g\n" : "ok\n", bad, limit, threads, most, ones, s);
    return bad;
}
