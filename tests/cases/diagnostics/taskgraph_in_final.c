// flags: -fopenmp-version=60
void f(int *x)
{
#pragma omp task final(1)
#pragma omp taskgraph
#pragma omp task
  x[0]++;
}
