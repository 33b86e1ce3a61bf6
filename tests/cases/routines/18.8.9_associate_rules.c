// only: device
/* 5.1 §3.8.9: the offset into the device's storage, an infinite count, one buffer for a host pointer on a
 * device, the same association again, and device numbers that are none. */
#include <omp.h>
#include <stdio.h>

#include "../check.h"

static int a[8], b[8];

int main(void)
{
  int device = omp_get_default_device(), host = omp_get_initial_device(), seen[8] = {0};
  int *p = omp_target_alloc(2 * sizeof a, device), *other = omp_target_alloc(sizeof a, device);
  for (int i = 0; i < 8; i++)
    a[i] = i, b[i] = 10 + i;
  omp_target_memcpy(p, b, sizeof b, 3 * sizeof(int), 0, device, host);
  CHECK(omp_target_associate_ptr(a, p, sizeof a, 3 * sizeof(int), device) == 0);
  CHECK(omp_get_mapped_ptr(a, device) == p + 3);
  CHECK(omp_target_is_present(a, device) && omp_target_is_present(&a[7], device));
  CHECK(omp_target_associate_ptr(a, p, sizeof a, 3 * sizeof(int), device) == 0);
  CHECK(omp_target_associate_ptr(a, p, sizeof a, 2 * sizeof(int), device) != 0);
  CHECK(omp_target_associate_ptr(a, other, sizeof a, 0, device) != 0);
  CHECK(omp_get_mapped_ptr(a, device) == p + 3);
#pragma omp target map(tofrom: a, seen)
  for (int i = 0; i < 8; i++)
    seen[i] = a[i], a[i] += 100;
  CHECK(seen[0] == 10 && seen[7] == 17 && a[0] == 0);
#pragma omp target exit data map(delete: a)
  CHECK(omp_target_is_present(a, device));
#pragma omp target update from(a)
  CHECK(a[0] == 110 && a[7] == 117);
  CHECK(omp_target_associate_ptr(b, other, sizeof b, 0, omp_get_num_devices() + 1) != 0);
  CHECK(omp_target_associate_ptr(b, other, sizeof b, 0, -6) != 0);
  CHECK(!omp_target_is_present(b, device));
  CHECK(omp_target_disassociate_ptr(a, device) == 0 && !omp_target_is_present(a, device));
  omp_target_memcpy(seen, p, sizeof seen, 0, 3 * sizeof(int), host, device);
  CHECK(seen[7] == 117);
  CHECK(omp_target_associate_ptr(a, other, sizeof a, 0, device) == 0 && omp_get_mapped_ptr(a, device) == other);
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
  CHECK(omp_target_disassociate_ptr(a, device) == 0 && !omp_target_is_present(a, device)); /* whatever the count was */
  omp_target_free(p, device);
  omp_target_free(other, device);
  puts(errors ? "omp_target_associate_ptr" : "ok");
  return 0;
}
