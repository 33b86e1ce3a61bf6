// flags: -fopenmp-version=60
int g(int x);
void f(int x)
{
#pragma omp target
    { }
#pragma omp dispatch interop(1)
    x = g(x);
#pragma omp dispatch interop(x + 1)
    x = g(x);
}
