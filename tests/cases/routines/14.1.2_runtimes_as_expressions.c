// flags: -fopenmp-version=60
// gcc: no (does not know interop)
/* OpenMP 5.2 §14.1.2: a foreign runtime in prefer_type is a string or any constant integer expression. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { OFFSET = 4 };

static int runtime(omp_interop_t o)
{
  int err = 0;
  long id = omp_get_interop_int(o, omp_ipr_fr_id, &err);
  return err == omp_irc_success ? (int)id : 0;
}

int main(void)
{
  omp_interop_t o = omp_interop_none, p = omp_interop_none, q = omp_interop_none;
#pragma omp interop init(prefer_type(omp_ifr_hip - OFFSET, "hsa"), targetsync: o)
#pragma omp interop init(targetsync, prefer_type({fr((OFFSET / 2))}, {fr("cuda")}): p)
#pragma omp interop init(targetsync, prefer_type(omp_ifr_cuda_driver): q)
  int expression = runtime(o), braces = runtime(p), name = runtime(q);
#pragma omp interop destroy(o) destroy(p) destroy(q)
  if (braces == name && (expression == omp_ifr_cuda || name != omp_ifr_cuda_driver))
    puts("ok");
  else
    printf("%d %d %d\n", expression, braces, name);
  return 0;
}
