// flags: -fopenmp-version=60
int x;
#pragma omp declare target local(x)
#pragma omp declare target enter(x)
