// The list has an element.
#include <omp.h>
void f(int n){ omp_interop_t o = omp_interop_none;
#pragma omp interop init(prefer_type(), targetsync: o)
}
