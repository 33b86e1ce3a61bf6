int main(void) {
  int a[4][4];
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 4; i++) {
#pragma omp atomic
    a[i][0]++;
    for (int j = 0; j < 4; j++)
      a[i][j] = 1;
  }
}
