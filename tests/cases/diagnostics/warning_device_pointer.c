#include <omp.h>
#include <stdlib.h>
int main(void)
{
  int n = 100, dev = omp_get_default_device(), host = omp_get_initial_device();
  double *p = omp_target_alloc(n * sizeof *p, dev), *h = omp_target_alloc(n * sizeof *h, host), *a = malloc(n * sizeof *a), *b = malloc(8 * n);
  p[0] = 1;
  h[0] = 2;
#pragma omp target teams distribute parallel for map(tofrom: p[0:n])
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma omp target teams distribute parallel for is_device_ptr(a)
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target data map(from: b[0:n]) use_device_ptr(b)
#pragma omp target teams distribute parallel for is_device_ptr(b, p)
  for (int i = 0; i < n; i++)
    b[i] = p[i];
  omp_target_memcpy(b, p, n * sizeof *b, 0, 0, host, dev);
  free(p);
  omp_target_free(a, dev);
  omp_target_free(h, host);
  free(b);
  return 0;
}
