// flags: -fopenmp-version=60
// Attributes are strings without commas.
#include <omp.h>
void f(int n){ omp_interop_t o = omp_interop_none;
#pragma omp interop init(prefer_type({fr("cuda"), attr("ompx_a,b")}), targetsync: o)
}
