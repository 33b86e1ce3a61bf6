// flags: -fopenmp-version=60
int main(void) {
  int a[4];
#pragma omp tile sizes(2) apply(grid: barrier)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
