int main(void) {
  int a[4][4];
#pragma omp taskloop num_tasks(2) collapse(2)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < i; j++)
      a[i][j] = i;
}
