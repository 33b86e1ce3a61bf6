// A metadirective may choose a directive for declarations: it holds in the scope of the metadirective.
// gcc: no (gcc-12 has no metadirective)
#include <omp.h>
#include <stdio.h>

int main(void)
{
    static int x, y;
    int bad = 0;
#pragma omp metadirective when(user={condition(1)}: threadprivate(x))
#pragma omp metadirective when(device={kind(nohost)}: nothing) otherwise(threadprivate(y))
    x = y = 1;
#pragma omp parallel num_threads(2) reduction(+: bad)
    {
        if (omp_get_thread_num() > 0)
            x = y = 5;
#pragma omp barrier
        bad += omp_get_thread_num() == 0 && (x != 1 || y != 1);
    }
    printf(bad ? "wrong\n" : "ok\n");
    return bad;
}
