void f(int *a, int n)
{
#pragma omp target ompx_attribute(__attribute__((launch_bounds(n))))
  a[0] = 1;
#pragma omp target ompx_attribute([[clang::amdgpu_flat_work_group_size(64, 32)]])
  a[0] = 1;
#pragma omp target ompx_attribute(__attribute__((launch_bounds(64, -1))))
  a[0] = 1;
}
