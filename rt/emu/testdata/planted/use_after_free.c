// finds: use_after_free.c:12: out-of-bounds access: .* into an allocation of 400 bytes .* which was freed
#include <omp.h>

int main(void)
{
  int device = omp_get_default_device();
  int *p = omp_target_alloc(100 * sizeof *p, device);
#pragma omp target is_device_ptr(p)
  p[0] = 1;
  omp_target_free(p, device);
#pragma omp target is_device_ptr(p)
  p[1] = 2;
  return 0;
}
