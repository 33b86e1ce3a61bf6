// The interop type is misspelt.
#include <omp.h>
int a(int x, omp_interop_t o){return 1;}
#pragma omp declare variant(a) match(construct={dispatch}) append_args(interop(targets))
int f(int x){return 0;}
