// flags: -fopenmp-version=60
// gcc: no (routines of 6.0)
// OpenMP 6.0 §27.2 to §27.4: what may be asked of memory spaces in device code.
#include <omp.h>
#include <stdio.h>

int main(void)
{
  long got[8] = {0};
#pragma omp target map(tofrom: got)
  {
    int first[2] = {0, 1}, second[1] = {1};
    got[0] = omp_get_memspace_num_resources(omp_default_mem_space);
    got[1] = omp_get_memspace_num_resources(omp_low_lat_mem_space);
    got[2] = omp_get_memspace_pagesize(omp_large_cap_mem_space) > 0;
    got[3] = omp_get_submemspace(omp_high_bw_mem_space, 1, first) == omp_high_bw_mem_space;
    got[4] = omp_get_submemspace(omp_high_bw_mem_space, 0, first) == omp_null_mem_space;
    got[5] = omp_get_submemspace(omp_high_bw_mem_space, 2, first) == omp_null_mem_space;
    got[6] = omp_get_submemspace(omp_high_bw_mem_space, 1, second) == omp_null_mem_space;
    got[7] = omp_get_submemspace(omp_null_mem_space, 1, first) == omp_null_mem_space;
  }
  int bad = 0;
  for (int i = 0; i < 8; i++)
    if (got[i] != 1) {
      printf("%d: %ld\n", i, got[i]);
      bad = 1;
    }
  puts(bad ? "failed" : "ok");
  return bad;
}
