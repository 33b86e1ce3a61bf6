// flags: -fopenmp-version=60
int main(void) {
  int a[4];
#pragma omp split counts(1, omp_fill, -2)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
