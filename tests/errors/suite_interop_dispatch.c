// Lines with the comment "wrong" are wrong, and all others are right.
#include <omp.h>
void foo(void); int bar(int); void (*fp)(void);
void f(int n, int *p) {
  omp_interop_t o; const omp_interop_t co = 0; int i;
#pragma omp interop init(target: o)
#pragma omp interop init(targetsync: o) device(0)
#pragma omp interop init(target, targetsync: o)
#pragma omp interop init(o) // wrong
#pragma omp interop init(bad: o) // wrong
#pragma omp interop init(target: i) // wrong
#pragma omp interop init(target: co) // wrong
#pragma omp interop init(prefer_type("cuda", "hip"), target: o)
#pragma omp interop init(target: o) use(o) // wrong
#pragma omp interop use(o)
#pragma omp interop use(i) // wrong
#pragma omp interop destroy(o)
#pragma omp interop destroy(o) nowait
#pragma omp interop // wrong
#pragma omp interop nowait // wrong
#pragma omp interop init(target: o) depend(in: n) // wrong
#pragma omp interop init(targetsync: o) depend(in: n)
#pragma omp interop use(o) device(0) device(1) // wrong
#pragma omp interop bad(o) // wrong
#pragma omp interop init() // wrong
#pragma omp dispatch
  foo();
#pragma omp dispatch
  i = bar(n);
#pragma omp dispatch nowait depend(in: n)
  foo();
#pragma omp dispatch device(0) novariants(n) nocontext(1)
  foo();
#pragma omp dispatch
  i = n; // wrong
#pragma omp dispatch
  { foo(); } // wrong
#pragma omp dispatch
  i += bar(n); // wrong
#pragma omp dispatch device(0) device(1) // wrong
  foo();
#pragma omp dispatch is_device_ptr(p)
  foo();
#pragma omp dispatch map(p) // wrong
  foo();
#pragma omp depobj // wrong
#pragma omp depobj(n) depend(in: i) // wrong
  omp_depend_t d;
#pragma omp depobj(d) depend(in: i)
#pragma omp depobj(d) update(inout)
#pragma omp depobj(d) update(bad) // wrong
#pragma omp depobj(d) update(depobj) // wrong
#pragma omp depobj(d) // wrong
#pragma omp depobj(d) depend(in: i) destroy // wrong
#pragma omp depobj(d) depend(in: i, n) // wrong
#pragma omp depobj(d) depend(depobj: d) // wrong
#pragma omp depobj(d) destroy
}
