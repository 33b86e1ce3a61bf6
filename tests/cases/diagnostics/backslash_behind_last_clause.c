// The backslash makes the loop a part of the directive.
void f(int n, double *a, double *b) {
  int i;
#pragma omp target teams distribute parallel for map(to: b[0:n]) \
  for (i = 0; i < n; i++)
    a[i] = b[i];
}
