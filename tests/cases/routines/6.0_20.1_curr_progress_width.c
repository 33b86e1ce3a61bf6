// flags: -fopenmp-version=60
// amd: each
// gcc: no (no safesync, no omp_curr_progress_width)
// OpenMP 6.0 §20.1, §24.6, §12.1.5: omp_curr_progress_width is the width of a progress unit of the device on
// which it is evaluated, also as argument of safesync.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int w = 0, n = 0, bad = 0, first = 0;
#pragma omp target map(from : w) map(tofrom : n, first)
    {
        w = omp_curr_progress_width;
#pragma omp parallel num_threads(64) safesync(omp_curr_progress_width)
        {
#pragma omp atomic
            n++;
            if (omp_get_thread_num() % omp_curr_progress_width == 0) {
#pragma omp atomic
                first++;
            }
        }
    }
    int width = omp_get_max_progress_width(omp_get_default_device());
    bad |= w != width;
#ifdef GPU
    bad |= (w < 2) << 1;
#else
    bad |= (w != 1) << 1;
#endif
    bad |= (first != (n + w - 1) / w) << 2;
    bad |= (omp_curr_progress_width != 1) << 3;
#pragma omp parallel num_threads(2) safesync
    bad |= (n < 1) << 4;
    printf(bad ? "wrong: %x %d\n" : "ok\n", bad, w);
    return bad;
}
