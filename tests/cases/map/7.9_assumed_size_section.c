// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// OpenMP 6.0 §5.2.5: a section of a pointer without a length is an assumed-size
// array; map and use_device_addr mean what is mapped of it (§7.9.6, §7.5.10).
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 10, *p = malloc(n * sizeof *p), bad = 0;
    for (int i = 0; i < n; i++)
        p[i] = i;
#pragma omp target enter data map(to: p[:n])
#pragma omp target map(p[:])
    p[0] = 1;
#pragma omp target map(storage: p[2:])
    p[9]++;
#pragma omp target data use_device_addr(p[:])
    {
#pragma omp target is_device_ptr(p)
        p[1] = 8;
    }
#pragma omp target exit data map(from: p[:n])
    bad = p[0] != 1 || p[9] != 10 || p[1] != 8 || p[2] != 2;
    printf(bad ? "wrong\n" : "ok\n");
    free(p);
    return bad;
}
