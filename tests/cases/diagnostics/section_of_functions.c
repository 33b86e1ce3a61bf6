void f(int (*g)(int))
{
#pragma omp target map(to: g[0:1])
    { }
#pragma omp target update to(g[:0])
}
