// nowait, and something waits: no warning.
#include <stdio.h>
static void wait(void)
{
#pragma omp taskwait
}
int main(void)
{
    int x = 0, y = 0, z = 0, n = 5, a[10] = { 0 };
#pragma omp target map(tofrom: x) nowait
    x = 1;
#pragma omp taskwait
    printf("%d\n", x);
#pragma omp target map(tofrom: y) nowait
    y = 1;
    n++;
    wait();
    printf("%d %d\n", y, n);
#pragma omp taskgroup
    {
#pragma omp target map(tofrom: z) nowait
        z = 1;
    }
    printf("%d\n", z);
#pragma omp target map(tofrom: a) nowait depend(out: a)
    a[0] = 1;
#pragma omp task depend(in: a)
    printf("%d\n", a[0]);
#pragma omp taskwait
    return a[0] + z;
}
