// flags: -fopenmp-version=60
int main(void) {
  int a[4];
#pragma omp taskloop
#pragma omp tile sizes(2)
  for (int i = 0; i < 4; i++) {
#pragma omp task_iteration depend(inout: a[i])
    a[i] = i;
  }
}
