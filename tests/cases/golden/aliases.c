/* What kernels' parameters say of the storage behind them: noalias where nothing else leads
 * there, and nobody else writes there while the kernel may see it (OpenMP 5.2 §5.8.3, §1.4.5). */
void f(int n, const double *x, double *y, double *device, int *flag, int *lock)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++)
    y[i] += x[i];
#pragma omp target firstprivate(device) map(to: x[0:n]) map(tofrom: y[0:n])
  y[0] = device[0] + x[0];
#pragma omp target map(x[:0]) map(tofrom: y[0:n])
  y[0] = x[0];
#pragma omp target map(to: x[0:n]) map(tofrom: y[0:n]) map(flag[0:1])
  {
    int set;
#pragma omp atomic read acquire
    set = *flag;
    y[0] = set ? x[0] : 0;
  }
#pragma omp target map(to: x[0:n]) map(tofrom: y[0:n])
#pragma omp critical
  y[0] = x[0];
#pragma omp target map(to: x[0:n]) map(tofrom: y[0:n])
  {
    __asm__ volatile("" ::: "memory");
    y[0] = x[0];
  }
}
