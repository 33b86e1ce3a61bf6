#pragma omp taskwait
int x;
#pragma omp target update to(x)
