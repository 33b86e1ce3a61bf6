// flags: -fopenmp-version=60
// The variant takes fewer objects than the clause gives.
#include <omp.h>
int a(int x, omp_interop_t o){return 1;}
#pragma omp declare variant(a) match(construct={dispatch}) append_args(interop(target))
int f(int x){return 0;}
int g(omp_interop_t o, omp_interop_t p){ int r;
#pragma omp dispatch interop(o, p) device(0)
r = f(1);
return r;}

