#include <omp.h>
void f(int n)
{
#pragma omp target
    { }
#pragma omp task detach(1)
    { }
#pragma omp task detach(omp_get_max_threads())
    { }
}
