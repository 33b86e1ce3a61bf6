#include <omp.h>
#pragma omp begin assumes no_openmp
double now(void) { return omp_get_wtime(); }
#pragma omp end assumes
double later(void) { return omp_get_wtime(); }
