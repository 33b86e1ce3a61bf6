#include <omp.h>
void v(int *r, omp_interop_t o) { *r = 1; }
#pragma omp declare variant(v) match(construct={dispatch}) append_args(interop(target))
void f(int *r) { *r = 2; }
int main(void) {
  int r = 0;
#pragma omp target map(r)
  {
#pragma omp dispatch
    f(&r);
  }
}
