// flags: -fopenmp-version=60 -Wdeprecated-openmp
// Errors of syntax whose helps no other case shows.
#include <omp.h>

struct S { int n; };
#pragma omp declare reduction(/ : int : omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp declare mapper(struct S) map(tofrom: n)
#pragma omp declare induction(step2 : int : omp_var += omp_step) inductor(omp_var += omp_step) collector(omp_step * omp_idx)
int v1(int *p), v2(int *p, omp_interop_t o);
#pragma omp declare variant(v1) match(construct={dispatch}) adjust_args(p)
int f1(int *p);
#pragma omp declare variant(v2) match(construct={dispatch}) append_args(foreign(target))
int f2(int *p);
#pragma omp declare variant(v2) match(construct={dispatch}) append_args(interop)
int f3(int *p);
#pragma omp declare variant(v2) match(construct={dispatch}) append_args(interop(device))
int f4(int *p);
#pragma omp declare variant(v1) match()
int f5(int *p);

int main(void)
{
    int a[8] = {0}, x = 0;
    omp_interop_t o = omp_interop_none;
#pragma omp target update (a)
#pragma omp parallel reduction(x)
    x++;
#pragma omp parallel for schedule(static 4)
    for (int i = 0; i < 8; i++)
        a[i] = i;
#pragma omp target map(tofrom: a,,x)
    a[0] = x;
#pragma omp taskyield a
#pragma omp target copyin(x)
    x = 1;
#pragma omp parallel do
    x = 1;
#pragma omp target map((tofrom: x))
    x = 1;
#pragma omp interop init(prefer_type({attr(1)}), targetsync: o)
#pragma omp interop init(prefer_type(cuda), targetsync: o)
#pragma omp simd linear(val(x): 1)
    for (int i = 0; i < 8; i++)
        x++;
#pragma omp do
    for (int i = 0; i < 8; i++)
        x++;
#pragma omp begin metadirective when(device={kind(host)}: begin declare variant match(construct={parallel}))
    x++;
#pragma omp end metadirective
    return x + a[0];
}
