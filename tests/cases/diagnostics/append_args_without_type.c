// An operation has an interop type, as init has.
#include <omp.h>
int a(int x, omp_interop_t o){return 1;}
#pragma omp declare variant(a) match(construct={dispatch}) append_args(interop())
int f(int x){return 0;}
