// flags: -fopenmp-version=60
int x;
#pragma omp groupprivate(x)
#pragma omp declare target enter(x)
