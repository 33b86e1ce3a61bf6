void f(int *a, int n)
{
#pragma omp target ompx_attribute(__attribute__((noinline)))
  a[0] = 1;
#pragma omp target ompx_attribute(launch_bounds(64))
  a[0] = 1;
#pragma omp target ompx_attribute(__attribute__((amdgpu_waves_per_eu(1, 2, 3))))
  a[0] = 1;
#pragma omp target ompx_attribute(__attribute__(()))
  a[0] = 1;
#pragma omp parallel ompx_attribute(__attribute__((launch_bounds(64))))
  a[0] = 1;
}
