// flags: -fopenmp-version=60
// gcc: no (does not know interop)
// OpenMP 6.0 §16.1.3: prefer_type also takes preferences with fr and attr; what is not known is passed over, and the
// interop types stand at any place.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    omp_interop_t o = omp_interop_none, p = omp_interop_none;
#pragma omp interop init(prefer_type({fr("none_such"), attr("ompx_fast")}, {fr("cuda")}, {attr("ompx_x")}), targetsync, target : o)
#pragma omp interop init(target, prefer_type({fr("hip")}, {fr("cuda"), attr("ompx_y")}) : p)
    int n = omp_get_num_interop_properties(o);
#pragma omp interop destroy(o) destroy(p)
    puts(n >= 0 && o == omp_interop_none && p == omp_interop_none ? "ok" : "wrong");
    return 0;
}
