// gcc: no (these clauses of scope are new in 5.2)
// scope with copies of variables, and storage for them.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int sum = 0, x = 1, z = 5, members = 0;
#pragma omp parallel num_threads(3)
    {
#pragma omp scope private(x) firstprivate(z) allocate(omp_default_mem_alloc : x, z) reduction(+ : sum)
        {
            x = z;
            z += x;
            sum += z;
        }
#pragma omp single
        members = omp_get_num_threads();
    }
    printf("%d %d %d %d\n", sum, x, z, sum == 10 * members);
    return 0;
}
