// nowait: what the region computes is used before anything has waited for it.
#include <stdio.h>
int main(void)
{
    int x = 0, a[10] = { 0 };
#pragma omp target map(tofrom: x) nowait
    x = 1;
    printf("%d\n", x);
#pragma omp target enter data map(to: a)
#pragma omp target update from(a) nowait
    a[0]++;
#pragma omp taskwait
#pragma omp target exit data map(from: a) nowait
    for (int i = 0; i < 10; i++) x += a[i];
    return x;
}
