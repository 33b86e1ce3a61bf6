// flags: -fopenmp-version=60
// A preference has one foreign runtime.
#include <omp.h>
void f(int n){ omp_interop_t o = omp_interop_none;
#pragma omp interop init(prefer_type({fr("cuda"), fr("hip")}), targetsync: o)
}
