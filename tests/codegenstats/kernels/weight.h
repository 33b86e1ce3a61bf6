#pragma omp declare target
double weight(int row);
#pragma omp end declare target
