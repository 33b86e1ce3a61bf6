// flags: -fopenmp-version=60
// only: device
// gcc: no (6.0)
// OpenMP 6.0 §15.2, §17.6: nowait beside device(ancestor: 1).
#include <stdio.h>

#pragma omp requires reverse_offload
static int seen;
static void on_host(int v) { seen += v; }
#pragma omp declare_target device_type(host) enter(on_host)

int main(void)
{
#pragma omp target
    {
#pragma omp target device(ancestor : 1) nowait
        on_host(3);
#pragma omp taskwait
    }
    puts(seen == 3 ? "ok" : "wrong");
    return seen != 3;
}
