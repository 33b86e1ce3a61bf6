// flags: -fopenmp-version=60
// Errors of rules whose helps no other case shows.
#include <omp.h>

struct later;
struct mem { struct { int n; } in; int k; } m;
int global;
#pragma omp declare induction(+ : int) inductor(omp_var += omp_step) collector(omp_step * omp_idx)
#pragma omp declare simd linear(i: 2 * n)
int step(int i, int n);
#pragma omp declare reduction(mine : int : omp_out += omp_in)

void f(struct later *p, void *q, int n, double d)
{
    int a[8] = {0};
    omp_alloctrait_t traits[1] = {{omp_atk_alignment, 64}};
#pragma omp target update to(p[0:n])
#pragma omp target update to(q[0:n])
#pragma omp parallel reduction(mine: d)
    d++;
#pragma omp target map(mapper(unknown), tofrom: m)
    m.k++;
    omp_init_allocator(omp_default_mem_space, 4, traits);
    omp_aligned_alloc(64, 100, omp_default_mem_alloc);
#pragma omp parallel for
    {
        a[0] = 1;
        for (int i = 0; i < n; i++)
            a[i & 7] = i;
    }
#pragma omp parallel default(private)
    global++;
}
