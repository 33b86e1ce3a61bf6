// gcc: no (gcc-12 has no omp_target_memcpy_async)
// Asynchronous copies, target tasks and waits that depend on each other through depend objects (OpenMP 5.2 §18.8.7).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"
#define N 4096
int main(void)
{
  int d = omp_get_default_device(), h = omp_get_initial_device();
  int *src = malloc(N * sizeof(int)), *dst = malloc(N * sizeof(int)), *dev = omp_target_alloc(N * sizeof(int), d), *dev2 = omp_target_alloc(N * sizeof(int), d);
  for (int i = 0; i < N; i++) src[i] = i, dst[i] = -1;
  int a, b; omp_depend_t dep[3];
  #pragma omp depobj(dep[0]) depend(out: a)
  #pragma omp depobj(dep[1]) depend(inout: a)
  #pragma omp depobj(dep[2]) depend(in: b)
  CHECK(!omp_target_memcpy_async(dev, src, N * sizeof(int), 0, 0, d, h, 1, dep));
  #pragma omp target teams distribute parallel for is_device_ptr(dev) nowait depend(inout: a) depend(out: b)
  for (int i = 0; i < N; i++) dev[i] *= 3;
  CHECK(!omp_target_memcpy_async(dev2, dev, N * sizeof(int), 0, 0, d, d, 2, dep + 1));
  CHECK(!omp_target_memcpy_async(dst, dev2, N / 2 * sizeof(int), N / 2 * sizeof(int), 0, h, d, 1, &dep[1]));
  CHECK(!omp_target_memcpy_async(dst, dev2, N / 2 * sizeof(int), 0, N / 2 * sizeof(int), h, d, 1, dep + 1));
  #pragma omp taskwait depend(in: a)
  for (int i = 0; i < N / 2; i++) CHECK(dst[i] == 3 * (i + N / 2) && dst[i + N / 2] == 3 * i);
  CHECK(!omp_target_memcpy_async(dst, src, 4, 0, 8, h, h, 0, NULL));
  #pragma omp taskwait
  CHECK(dst[0] == 2);
  for (int k = 0; k < 3; k++) {
    #pragma omp depobj(dep[k]) destroy
  }
  #pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    for (int r = 0; r < 5; r++) {
      omp_target_memcpy_async(dev + me * 100, src + r, 100 * sizeof(int), 0, 0, d, h, 0, NULL);
      #pragma omp taskwait
      omp_target_memcpy(dst + me * 100, dev + me * 100, 100 * sizeof(int), 0, 0, h, d);
      if (dst[me * 100 + 99] != r + 99) {
        #pragma omp atomic
        errors++;
      }
    }
  }
  omp_target_free(dev, d); omp_target_free(dev2, d);
  if (!errors)
    puts("ok");
  return errors != 0;
}
