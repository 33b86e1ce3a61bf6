void f(int n, int *a)
{
#pragma omp sections
    n = 1;
#pragma omp parallel sections
    n = 1;
#pragma omp target parallel sections map(tofrom: a[0:1])
    a[0] = 1;
}
