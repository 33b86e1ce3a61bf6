// flags: -fopenmp-version=60
// gcc: no (6.0)
// OpenMP 6.0 §9.2: the trait uid of the target_device set names a device by its unique identifier.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int n = 0;
#pragma omp metadirective when(target_device = {uid("there is none such")} : parallel num_threads(3)) otherwise(parallel num_threads(2))
#pragma omp single
    n = omp_get_num_threads();
    puts(n == 2 ? "ok" : "wrong");
    return 0;
}
