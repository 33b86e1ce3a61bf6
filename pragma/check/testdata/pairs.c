#pragma omp begin declare target
int x;
#pragma omp begin declare variant match(device={kind(gpu)})
#pragma omp end declare target
#pragma omp end assumes
#pragma omp declare target
int y;
#pragma omp begin assumes no_openmp
int z;
