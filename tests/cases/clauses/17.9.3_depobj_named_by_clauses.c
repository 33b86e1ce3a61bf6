// flags: -fopenmp-version=60
// gcc: no (a feature of 6.0)
// OpenMP 6.0 §17.9.3: init, update and destroy name the depend object themselves.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a = 0;
    omp_depend_t d;
#pragma omp depobj init(in(a): d)
#pragma omp depobj update(inout: d)
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(depobj: d) shared(a)
        a++;
#pragma omp task depend(depobj: d) shared(a)
        a *= 5;
#pragma omp taskwait depend(depobj: d)
#pragma omp target nowait depend(depobj: d) map(a)
        a += 2;
    }
#pragma omp depobj destroy(d)
    puts(a == 7 ? "ok" : "wrong");
    return a != 7;
}
