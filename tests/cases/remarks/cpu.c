// flags: -O2 -fopenmp-targets=cpu -Rpass=omp-kernel -Rpass-missed=omp-kernel -w
// The forms of kernels on the CPU device.
void forms(int n, double *x) {
  #pragma omp target teams distribute parallel for map(x[0:n])
  for (int i = 0; i < n; i++)
    x[i] = 0;
  #pragma omp target teams distribute map(x[0:n])
  for (int i = 0; i < n; i++)
    x[i] = 0;
  #pragma omp target map(x[0:n])
  x[0] = 1;
  #pragma omp target teams map(x[0:n])
  {
    #pragma omp parallel
    x[0] = 1;
  }
}
