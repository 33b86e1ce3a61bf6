// OpenMP 5.0 §2.13, deprecated since 5.1: the combined constructs of master.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a[32] = {0}, bad = 0, n = 0;
#pragma omp parallel master num_threads(2)
    n = omp_get_num_threads();
#pragma omp parallel master taskloop num_threads(2)
    for (int i = 0; i < 32; i++)
        a[i] += i;
#pragma omp parallel master taskloop simd num_threads(2)
    for (int i = 0; i < 32; i++)
        a[i] += i;
#pragma omp parallel num_threads(2)
    {
#pragma omp master taskloop
        for (int i = 0; i < 32; i++)
            a[i] += i;
#pragma omp master taskloop simd
        for (int i = 0; i < 32; i++)
            a[i] += i;
    }
    for (int i = 0; i < 32; i++)
        bad |= a[i] != 4 * i;
    puts(bad || n < 1 ? "wrong" : "ok");
    return bad;
}
