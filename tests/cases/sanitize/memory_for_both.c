// gcc: no (LLVM's extensions)
// gpu: no (the emulated GPU has no memory that the host reaches)
// Memory that the host and the device share: what the host writes to it has a value.
#include <omp.h>
#include <stdio.h>

int main(void)
{
  enum { N = 50 };
  int device = omp_get_default_device(), sum = 0;
  int *p = llvm_omp_target_alloc_shared(N * sizeof *p, device);
  for (int i = 0; i < N; i++)
    p[i] = i;
#ifdef MISTAKE
  int n = N + 1;
#else
  int n = N;
#endif
#pragma omp target teams distribute parallel for is_device_ptr(p) reduction(+: sum)
  for (int i = 0; i < n; i++)
    sum += p[i];
  puts(sum == N * (N - 1) / 2 ? "ok" : "wrong");
  llvm_omp_target_free_shared(p, device);
  return 0;
}
