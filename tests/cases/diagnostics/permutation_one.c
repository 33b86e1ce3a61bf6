// flags: -fopenmp-version=60
int main(void) {
  int a[4];
#pragma omp interchange permutation(1)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
