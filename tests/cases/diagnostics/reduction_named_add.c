// The identifier of a sum is +.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(add: sum)
  for (int i = 0; i < n; i++)
    sum += b[i];
}
