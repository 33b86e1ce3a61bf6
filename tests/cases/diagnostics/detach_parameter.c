#include <omp.h>
void f(int n, void *p, omp_event_handle_t event)
{
#pragma omp target
    { }
#pragma omp task detach(n)
    { }
#pragma omp task detach(p)
    { }
#pragma omp task detach(event)
    { }
}
