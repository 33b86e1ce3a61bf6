// gcc: no (the name of a compound directive as a modifier of if)
// OpenMP 5.2 §3.4: the modifier of an if clause may be the name of the whole directive; the
// clause applies to all its constituents then.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int threads = 0, initial = 0, no = 0, bad = 0;

    #pragma omp parallel for if(parallel for: no) num_threads(4)
    for (int i = 0; i < 4; i++)
        threads = omp_get_num_threads();
    bad += threads != 1;

    threads = 0;
    #pragma omp parallel masked if(parallel masked: no) num_threads(4)
    threads = omp_get_num_threads();
    bad += threads != 1;

    threads = 0;
    #pragma omp target parallel for if(target parallel for: no) num_threads(4) map(threads, initial)
    for (int i = 0; i < 4; i++)
        if (i == 0) {
            threads = omp_get_num_threads();
            initial = omp_is_initial_device();
        }
    bad += threads != 1 || !initial;

    threads = 0;
    #pragma omp target map(threads)
    #pragma omp parallel for if(parallel for: no) num_threads(4)
    for (int i = 0; i < 4; i++)
        threads = omp_get_num_threads();
    bad += threads != 1;

    threads = 0;
    #pragma omp target parallel for simd if(parallel for simd: no) num_threads(4) map(threads)
    for (int i = 0; i < 4; i++)
        if (i == 0)
            threads = 1;
    bad += threads != 1;

    printf(bad ? "bad %d\n" : "ok\n", bad);
    return bad;
}
