static double half(double v) { return v / 2; }

void scale(int n, double *y) {
  #pragma omp target teams distribute parallel for map(tofrom: y[0:n])
  for (int i = 0; i < n; i++)
    y[i] = half(y[i]) + 1;
}
