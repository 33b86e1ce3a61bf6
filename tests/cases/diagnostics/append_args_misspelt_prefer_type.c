// What append_args takes is what init takes.
#include <omp.h>
int a(int x, omp_interop_t o){return 1;}
#pragma omp declare variant(a) match(construct={dispatch}) append_args(interop(target, prefer_typ("cuda")))
int f(int x){return 0;}
