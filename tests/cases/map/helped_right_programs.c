// gcc: no (gcc-12 does not know the flag -Wdeprecated-openmp)
// flags: -Wdeprecated-openmp
// A right program of which the compiler warns: whoever follows the helps has the same result.
#include <stdio.h>

enum { N = 40 };

int main(void)
{
    int a[N], t = 7, sum = 0, found = 0, scratch = 3, bad = 0, last = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target map(tofrom: a)
    {
        scratch = a[3] + 1;
        a[0] = scratch;
    }
    bad |= scratch != 3;
#pragma omp parallel for private(t) proc_bind(master)
    for (int i = 0; i < N; i++) {
        if (a[i] > 1000)
            a[i] = t;
        a[i] += 0;
    }
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < N; i++)
        sum += a[i];
    bad |= (sum != N * (N - 1) / 2 + 4) << 1;
#pragma omp target map(from: found) map(to: a)
    for (int i = 0; i < N; i++)
        if (a[i] == 5)
            found = i;
    bad |= (found != 5) << 2;
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < N; i++) {
        if (i > 1000)
            a[i] = last;
        last = i;
    }
    bad |= (last != N - 1) << 3;
#pragma omp parallel master
    a[1] += t;
    bad |= (a[1] != 8) << 4;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
