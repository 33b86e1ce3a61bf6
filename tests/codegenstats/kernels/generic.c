#include "weight.h"

void generic(int n, double *restrict a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        double w = weight(n);
        #pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[j] *= w;
    }
}
