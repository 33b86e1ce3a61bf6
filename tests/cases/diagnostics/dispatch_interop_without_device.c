// flags: -fopenmp-version=60
// Of two objects none says which device is meant.
#include <omp.h>
int a(int x, omp_interop_t o, omp_interop_t p){return 1;}
#pragma omp declare variant(a) match(construct={dispatch}) append_args(interop(target), interop(target))
int f(int x){return 0;}
int g(omp_interop_t o, omp_interop_t p){ int r;
#pragma omp dispatch interop(o, p)
r = f(1);
return r;}
