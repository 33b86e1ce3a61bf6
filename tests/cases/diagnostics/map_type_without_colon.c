// A colon stands behind the map type.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma omp target teams distribute parallel for map(tofrom a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
