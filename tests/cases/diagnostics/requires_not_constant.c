// flags: -fopenmp-version=60
int flag;
#pragma omp requires unified_address(flag)
