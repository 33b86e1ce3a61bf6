// gcc: no (gcc-12 does not know interop)
/* OpenMP 5.2 §14.1, §18.12: the interop construct makes, uses and destroys objects; the routines tell
 * their properties. A device without a foreign runtime has omp_interop_none. */
#include <stdio.h>
#include <omp.h>

int main(void)
{
  omp_interop_t o = omp_interop_none, p = omp_interop_none;
  int bad = 0, x = 0, device = omp_get_default_device();
#pragma omp interop init(targetsync: o)
  int rc = 99, have = o != omp_interop_none;
  int number = omp_get_interop_int(o, omp_ipr_device_num, &rc);
  bad |= (have ? number != device || rc != omp_irc_success : rc != omp_irc_empty) << 0;
  bad |= (omp_get_num_interop_properties(o) < 0) << 1;
#pragma omp task depend(out: x) shared(x)
  x = 1;
#pragma omp interop init(prefer_type("cuda", omp_ifr_hip, 7), targetsync: p) device(device) depend(inout: x)
  bad |= (x != 1 || (p != omp_interop_none) != have) << 2;
  bad |= (have && omp_get_interop_int(p, omp_ipr_device_num, 0) != device) << 3;
#pragma omp interop use(o)
#pragma omp interop use(p) nowait depend(inout: x)
#pragma omp taskwait
#pragma omp interop destroy(o) destroy(p)
  bad |= (o != omp_interop_none || p != omp_interop_none) << 5;
  omp_get_interop_ptr(omp_interop_none, omp_ipr_targetsync, &rc);
  bad |= (rc != omp_irc_empty) << 6;
  if (bad)
    return printf("wrong: %#x\n", bad), 1;
  puts("ok");
}
