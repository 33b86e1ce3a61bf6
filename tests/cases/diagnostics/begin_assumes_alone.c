#pragma omp begin assumes no_openmp
int main(void) { return 0; }
