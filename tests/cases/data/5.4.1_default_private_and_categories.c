// flags: -fopenmp-version=60
// gcc: no (categories are a feature of 6.0)
// OpenMP 5.2 §5.4.1, 6.0 §7.5.1: default(private), default(firstprivate) and
// default for a category of variables, in target regions and on the host.
#include <omp.h>
#include <stdio.h>

struct S { int v[4]; };

static int on_host(void)
{
    int y = 7, arr[4] = {0, 2}, bad = 0;
#pragma omp parallel default(firstprivate: scalar) shared(bad) num_threads(4)
    {
        y += 1;
#pragma omp atomic
        bad |= y != 8;
#pragma omp critical
        arr[1]++;
    }
    bad |= (y != 7 || arr[1] != 6 && omp_get_max_threads() > 3) << 1;
#pragma omp task default(shared: aggregate) if(0)
    arr[2] = y++;
    return bad | (arr[2] != 7 || y != 7) << 2;
}

int main(void)
{
    int x = 5, y = 7, arr[4] = {1, 2, 3, 4}, out[9] = {0};
    struct S s = {{1}};
    static int kept = 3;
#pragma omp target map(tofrom: x, y, arr, out, s, kept)
    {
#pragma omp parallel default(firstprivate) shared(out) num_threads(4)
        {
            x += omp_get_thread_num();
            arr[0] += 10;
            s.v[0]++;
            kept++;
            out[omp_get_thread_num()] = x + arr[0] + s.v[0] + kept;
        }
        out[4] = x + arr[0] * 100 + s.v[0] * 10000;
#pragma omp parallel default(private) shared(out) num_threads(4)
        {
            x = omp_get_thread_num();
            out[x] += x;
        }
        out[5] = x;
#pragma omp parallel default(firstprivate: scalar) num_threads(4)
        {
            y += 1;
#pragma omp atomic
            arr[1]++;
        }
        out[6] = y;
        out[7] = arr[1];
#pragma omp parallel default(private: aggregate) num_threads(4)
        {
            s.v[1] = 99;
#pragma omp atomic
            y++;
        }
        out[8] = s.v[1];
    }
    static const int want[9] = {22, 24, 26, 28, 10105, 5, 7, 6, 0};
    int bad = y != 11 || kept != 3;
    for (int i = 0; i < 9; i++)
        bad |= (out[i] != want[i]) << 1;
#pragma omp target parallel default(firstprivate) map(tofrom: x) shared(out) num_threads(2)
    out[omp_get_thread_num()] = ++x;
    bad |= (out[0] != 6 || x != 5) << 2;
    bad |= on_host() << 3;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
