#include <omp.h>
void f(int n){ const omp_interop_t o = omp_interop_none;
#pragma omp interop destroy(o)
}

