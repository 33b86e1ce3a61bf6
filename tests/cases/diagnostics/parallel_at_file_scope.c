#pragma omp parallel
int x;
