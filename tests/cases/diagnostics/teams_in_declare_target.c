#pragma omp begin declare target
void g(int *a) {
#pragma omp teams
  a[0] = 1;
}
#pragma omp end declare target
