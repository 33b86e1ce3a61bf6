// flags: -fopenmp-version=60
void f(int n)
{
#pragma omp target map(n)
    {
#pragma omp task untied(n)
        n++;
#pragma omp atomic update(n)
        n++;
    }
}
