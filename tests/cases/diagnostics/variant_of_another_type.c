int h(int x) { return x; }
#pragma omp begin declare variant match(device={kind(nohost)})
int h(long x) { return x; }
#pragma omp end declare variant
