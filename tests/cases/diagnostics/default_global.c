// flags: -fopenmp-version=60
// OpenMP 5.2 §5.4.1
static int total;
void f(int n)
{
    int x = n;
#pragma omp target
#pragma omp parallel default(firstprivate)
    x += total;
#pragma omp parallel default(none: scalar)
    x = n;
}
