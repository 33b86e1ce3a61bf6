// flags: -fopenmp-version=60
// Names of attributes begin with ompx_.
#include <omp.h>
void f(int n){ omp_interop_t o = omp_interop_none;
#pragma omp interop init(prefer_type({fr("cuda"), attr("fast")}), targetsync: o)
}
