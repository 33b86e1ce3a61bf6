void f(int n, int *x)
{
#pragma omp target map(tofrom: x[0:1])
    {
#pragma omp critical(a) hint(n)
        x[0]++;
#pragma omp atomic hint("contended")
        x[0]++;
#pragma omp atomic hint(-1)
        x[0]++;
    }
}
