#include <omp.h>
int copy(double *to, const double *from, const size_t *v, const size_t *z)
{
  int dev = omp_get_default_device();
  int r = omp_target_memcpy_rect(to, from, 8, 0, v, z, z, v, v, dev, -4);
  r += omp_target_memcpy_rect_async(to, from, 8, -1, v, z, z, v, v, dev, -4, 0, 0);
  r += omp_target_memcpy_async(to, from, 8, 0, 0, dev, -4, -1, 0);
#pragma omp taskwait
  return r;
}
