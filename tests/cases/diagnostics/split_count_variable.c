// flags: -fopenmp-version=60
void f(int n, int *a) {
#pragma omp split counts(n, omp_fill)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
