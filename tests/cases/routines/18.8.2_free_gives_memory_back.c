// only: device
// gpu: no (the emulated device checks each byte of such storage: it takes too long)
/* 5.1 §3.8.2: omp_target_free frees what omp_target_alloc allocated: 4 GiB in pieces of 16 MiB never need the memory of
 * 1 GiB. */
#include <omp.h>
#include <stdio.h>
#include <sys/resource.h>

enum { SIZE = 16 << 20 };

int main(void)
{
  int device = omp_get_default_device(), bad = 0;
  for (int i = 0; i < 256 && !bad; i++) {
    char *p = omp_target_alloc(SIZE, device);
    bad = !p;
#pragma omp target teams distribute parallel for is_device_ptr(p)
    for (int k = 0; k < SIZE; k += 4096)
      p[k] = 1;
    omp_target_free(p, device);
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage); /* kilobytes */
  puts(!bad && usage.ru_maxrss < 1 << 20 ? "ok" : "omp_target_free");
  return 0;
}
