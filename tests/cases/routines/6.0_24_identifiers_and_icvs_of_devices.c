// flags: -fopenmp-version=60
// gcc: no (routines of 6.0)
// OpenMP 6.0 §24.7, §24.8, §24.11-24.14, §25.8: unique identifiers, ICVs of a device, memset of device memory.
#include <omp.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int d = omp_get_default_device(), bad = 0;
  const char *u = omp_get_uid_from_device(d);
  if (!u || omp_get_device_from_uid(u) != d) bad |= 1;
  if (omp_get_device_from_uid("nothing") != omp_invalid_device) bad |= 2;
  const char *h = omp_get_uid_from_device(omp_get_initial_device());
  if (!h || omp_get_device_from_uid(h) != omp_get_initial_device()) bad |= 4;
  char *p = omp_target_alloc(64, d), q[64];
  if (omp_target_memset(p, 0x5a, 64, d) != p) bad |= 8;
  omp_target_memcpy(q, p, 64, 0, 0, omp_get_initial_device(), d);
  if (q[0] != 0x5a || q[63] != 0x5a) bad |= 16;
  omp_depend_t dep; int x;
  #pragma omp depobj(dep) depend(inout: x)
  omp_target_memset_async(p, 1, 32, d, 1, &dep);
  #pragma omp taskwait depend(inout: x)
  omp_target_memcpy(q, p, 64, 0, 0, omp_get_initial_device(), d);
  if (q[31] != 1 || q[32] != 0x5a) bad |= 32;
  #pragma omp depobj(dep) destroy
  omp_target_free(p, d);
  if (d != omp_get_initial_device()) {
    omp_set_device_num_teams(3, d);
    omp_set_device_teams_thread_limit(2, d);
    if (omp_get_device_num_teams(d) != 3 || omp_get_device_teams_thread_limit(d) != 2) bad |= 64;
    int nt = 0, nh = 0;
    #pragma omp target teams map(from: nt, nh)
    #pragma omp parallel
    if (omp_get_team_num() == 0 && omp_get_thread_num() == 0) { nt = omp_get_num_teams(); nh = omp_get_num_threads(); }
    if (nt > 3 || nh > 2) bad |= 128;
  }
  if (omp_target_is_accessible(&x, sizeof x, omp_get_initial_device()) == 0) bad |= 256;
  if (bad) printf("%d devices\n", omp_get_num_devices());
  printf(bad ? "bad %x\n" : "ok\n", bad);
  return bad;
}
