// The name of the foreign runtime is misspelt.
#include <omp.h>
void f(void){ omp_interop_t o = omp_interop_none;
#pragma omp interop init(prefer_type("cuba"), targetsync: o)
}
