// flags: -fopenmp-version=60
int main(void) {
  int a[4][4];
#pragma omp interchange
  for (int i = 0; i < 4; i++) {
    a[i][0] = 1;
    for (int j = 0; j < 4; j++)
      a[i][j] = i;
  }
}
