// gcc: no (the comma is new in 5.2)
// A comma may stand before the first clause, too.
#include <stdio.h>

#pragma omp declare simd, simdlen(4), notinbranch
static int twice(int x) { return 2 * x; }

int main(void)
{
    int q = 0, r = 0, n = 2, once = 0;
#pragma omp parallel, num_threads(3), reduction(+ : q)
    {
#pragma omp critical(name), hint(0)
        r++;
#pragma omp for, schedule(static, 1), nowait
        for (int i = 0; i < 3; i++)
            q += twice(i);
#pragma omp single, nowait
        once++;
#pragma omp critical, hint(0)
        r++;
#pragma omp atomic, update, seq_cst
        n++;
#pragma omp masked, filter(1)
        n += 10;
    }
    printf("%d %d %d %d\n", q, r, n, once);
#pragma omp target, map(tofrom : n)
#pragma omp parallel, num_threads(2), reduction(+ : n)
    n += 5;
#pragma omp metadirective, when(implementation = {vendor(nobody)} : nothing), otherwise(parallel, num_threads(2), reduction(+ : r))
    r++;
#pragma omp simd, reduction(+ : q)
    for (int i = 0; i < 4; i++)
        q += i;
#pragma omp target teams distribute parallel for, reduction(+ : once)
    for (int i = 0; i < 10; i++)
        once += i;
    printf("%d %d %d %d\n", q, r, n, once);
    return 0;
}
