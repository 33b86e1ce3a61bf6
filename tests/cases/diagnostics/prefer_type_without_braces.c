// fr stands in braces.
#include <omp.h>
void f(int n){ omp_interop_t o = omp_interop_none;
#pragma omp interop init(prefer_type(fr("cuda")), targetsync: o)
}
