// flags: -fopenmp-version=60
int main(void) {
  int a[4][4];
#pragma omp stripe sizes(2, 2)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < i; j++)
      a[i][j] = i;
}
