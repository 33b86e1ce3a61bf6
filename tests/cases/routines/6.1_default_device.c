// flags: -fopenmp-version=61
// gcc: no (6.1)
// env: OMPCC_CPU_DEVICES=2
// omp_default_device is the number of the default device, whichever that is when it is used (6.1).
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int wrong;

static void use(int device)
{
  int on = -9, x = 3, y = 0, host = omp_get_num_devices();
  omp_set_default_device(device);
  omp_set_default_device(omp_default_device); /* changes nothing */
  wrong += omp_get_default_device() != device;
#pragma omp target device(omp_default_device) map(from : on)
  on = omp_is_initial_device() ? host : omp_get_device_num();
  wrong += on != device;
#pragma omp target data device(omp_default_device) map(to : x)
  {
    wrong += omp_target_is_present(&x, device) != omp_target_is_present(&x, omp_default_device);
    wrong += omp_get_mapped_ptr(&x, omp_default_device) != omp_get_mapped_ptr(&x, device);
    x = 4;
#pragma omp target update device(omp_default_device) to(x)
  }
  int *p = omp_target_alloc(sizeof *p, omp_default_device);
  wrong += omp_target_memcpy(p, &x, sizeof x, 0, 0, omp_default_device, omp_initial_device);
  wrong += omp_target_memcpy(&y, p, sizeof x, 0, 0, omp_initial_device, device);
  omp_target_free(p, omp_default_device);
  wrong += y != 4;
  wrong += omp_get_device_memspace(omp_default_device, omp_default_mem_space) != omp_get_device_memspace(device, omp_default_mem_space);
  wrong += strcmp(omp_get_uid_from_device(omp_default_device), omp_get_uid_from_device(device)) != 0;
  wrong += omp_get_device_num_teams(omp_default_device) != omp_get_device_num_teams(device);
  wrong += omp_get_max_progress_width(omp_default_device) != omp_get_max_progress_width(device);
  wrong += omp_get_gprivate_limit(omp_default_device, omp_access_cgroup) != omp_get_gprivate_limit(device, omp_access_cgroup);
  omp_interop_t o = omp_interop_none;
#pragma omp interop init(targetsync : o) device(omp_default_device)
  int rc;
  if (o != omp_interop_none && omp_get_interop_int(o, omp_ipr_device_num, &rc) != device)
    wrong += device != omp_get_num_devices();
#pragma omp interop destroy(o)
}

int main(void)
{
  for (int d = omp_get_num_devices(); d >= 0; d--)
    use(d);
  puts(wrong ? "wrong" : "ok");
  return 0;
}
