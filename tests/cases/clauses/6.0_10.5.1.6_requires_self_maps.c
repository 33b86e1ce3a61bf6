// gcc: no (gcc-12 does not know the clause)
// gpu: no (the emulated device has memory of its own, and is no device of such a program)
// Every map is of the host's storage: map types copy nothing (6.0 §10.5.1.6).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#pragma omp requires self_maps

int main(void)
{
  int n = 1000, wrong = 0, s = 0, *p = malloc(n * sizeof *p), host = omp_get_num_devices() == 0;
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma omp target data map(to: p[0:n])
  {
    wrong += !host && omp_get_mapped_ptr(p, 0) != p;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      p[i] *= 2;
    for (int i = 0; i < n; i++)
      wrong += p[i] != 2 * i;
    p[5] = 99; /* without an update */
#pragma omp target map(from: s)
    s = p[5];
  }
  wrong += s != 99 || p[7] != 14;
  wrong += !omp_target_is_accessible(p, n * sizeof *p, 0);
  puts(wrong ? "wrong" : "ok");
  free(p);
  return 0;
}
