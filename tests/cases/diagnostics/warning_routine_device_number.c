#include <omp.h>
void copy(double *to, const double *from, int n)
{
  omp_set_default_device(-2);
  double *p = omp_target_alloc(n * sizeof *p, -3);
  omp_target_memcpy(p, from, n * sizeof *p, 0, 0, omp_get_default_device(), -7);
  omp_target_memcpy(to, p, n * sizeof *p, 0, 0, omp_initial_device, omp_get_default_device());
  if (omp_target_is_present(to, -7) || omp_target_is_accessible(to, 8, -6))
    omp_target_disassociate_ptr(to, -8);
  omp_target_associate_ptr(to, p, 8, 0, -9);
  to[0] += omp_get_mapped_ptr(to, -10) != 0;
  omp_target_free(p, -3);
#pragma omp target map(tofrom: to[0:n])
  to[0]++;
}
