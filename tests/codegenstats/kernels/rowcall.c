#include "weight.h"

void rowcall(int n, int m, double *restrict a)
{
    #pragma omp target teams distribute map(tofrom: a[0:n*m])
    for (int i = 0; i < n; i++) {
        double w = weight(i);
        #pragma omp parallel for
        for (int j = 0; j < m; j++)
            a[i*m + j] *= w;
    }
}
