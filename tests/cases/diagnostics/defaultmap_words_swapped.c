// The behaviour is first, then the variables.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target teams distribute parallel for defaultmap(scalar: tofrom)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
