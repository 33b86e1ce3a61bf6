#pragma omp begin declare target
int there = 3, here = 6, zero = 4;
#pragma omp end declare target
