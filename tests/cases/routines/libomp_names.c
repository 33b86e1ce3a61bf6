// gcc: no (libomp's own routines)
#include <omp.h>
#include <stdio.h>
#include <string.h>

// What clang's omp.h declares beside OpenMP's routines; offloading programs of clang's users call it.

int main(void)
{
    int bad = 0;
#ifdef __clang__
    kmp_set_blocktime(7);
    bad += kmp_get_blocktime() != 7;
    char *p = kmp_malloc(10), *q = kmp_calloc(4, 8), *r = kmp_aligned_malloc(100, 256);
    strcpy(p, "libomp");
    p = kmp_realloc(p, 1000);
    bad += strcmp(p, "libomp") || q[31] || (omp_uintptr_t)r % 256;
    kmp_free(p);
    kmp_free(q);
    kmp_free(r);
    omp_int_t n = kmp_get_affinity_max_proc();
    omp_wtime_t t = omp_get_wtime();
    bad += n < 1 || t < 0 || kmp_get_stacksize_s() == 0;
#endif
    int x[4] = {1, 2, 3, 4};
#pragma omp target map(tofrom: x)
    x[3] += x[0];
    puts(bad || x[3] != 5 ? "wrong" : "ok");
}
