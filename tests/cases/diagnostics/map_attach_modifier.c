// flags: -Wopenmp-extension
void f(int *p)
{
#pragma omp target enter data map(attach(always), to: p[0:10])
}
