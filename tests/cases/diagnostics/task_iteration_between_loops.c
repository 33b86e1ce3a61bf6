// flags: -fopenmp-version=60
int main(void) {
  int a[4][4] = {0};
#pragma omp taskloop collapse(2)
  for (int i = 0; i < 4; i++) {
    a[i][0] = 0;
    for (int j = 1; j < 4; j++) {
#pragma omp task_iteration depend(in : a[i])
      a[i][j] = j;
    }
  }
}
