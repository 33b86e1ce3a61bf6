#include <omp.h>
void v(int n, ...);
#pragma omp declare variant(v) match(construct={parallel})
void f(int n);
void w(int n, omp_interop_t o);
#pragma omp declare variant(w) match(construct={dispatch}) append_args(interop(target))
void g(int n, ...);
long x(omp_interop_t o);
#pragma omp declare variant(x) match(construct={dispatch}) append_args(interop(target))
int h(void);
int main(void) { return 0; }
