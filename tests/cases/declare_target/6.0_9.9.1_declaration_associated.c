// flags: -fopenmp-version=60
// gcc: no (a declare target without end)
// OpenMP 6.0 §9.9.1: declare_target without a list is about the declaration that follows, if no end directive is there.
#include <stdio.h>

#pragma omp declare_target
static int v = 4, w = 1;

#pragma omp declare_target device_type(any)
static int f(int x) { return x + v * w; }

static int host_only = 3;

#pragma omp declare target
static int g(int x) { return f(x) + 1; }
#pragma omp end declare target

int main(void)
{
    int r = 0;
#pragma omp target map(from : r) firstprivate(host_only)
    {
        v++;
        r = g(host_only);
    }
    int host = v;
#pragma omp target update from(v)
    puts(r == 9 && v == 5 && (host == 4 || host == 5) ? "ok" : "wrong");
    return 0;
}
