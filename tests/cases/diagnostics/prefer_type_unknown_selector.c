// flags: -fopenmp-version=60
// Preferences are fr and attr.
#include <omp.h>
void f(int n){ omp_interop_t o = omp_interop_none;
#pragma omp interop init(prefer_type({runtime("cuda")}), targetsync: o)
}
