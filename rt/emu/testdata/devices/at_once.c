// Two kernels that wait for each other, and one that waits for a copy: they end
// only when the device does all of it at the same time.
#include <omp.h>
#include <stdio.h>

static void copy_in(int *flags) {
  int one = 1;
  omp_target_memcpy(flags, &one, sizeof one, 0, 0, omp_get_default_device(), omp_get_initial_device());
}

static void meet(int *flags, int mine, int other) {
#pragma omp target nowait is_device_ptr(flags)
  {
    int seen;
#pragma omp atomic write
    flags[mine] = 1;
    do {
#pragma omp atomic read
      seen = flags[other];
    } while (!seen);
  }
}

int main(void) {
  int zero[4] = {0}, device = omp_get_default_device();
  int *flags = omp_target_alloc(sizeof zero, device);
  omp_target_memcpy(flags, zero, sizeof zero, 0, 0, device, omp_get_initial_device());
  meet(flags, 0, 1);
  meet(flags, 1, 0);
#pragma omp taskwait
  puts("two kernels met");
  meet(flags, 2, 3);
  copy_in(flags + 3);
#pragma omp taskwait
  puts("a kernel and a copy met");
#ifdef RACE
  omp_target_memcpy(flags, zero, sizeof zero, 0, 0, device, omp_get_initial_device());
  for (int i = 0; i < 2; i++) {
#pragma omp target nowait is_device_ptr(flags) firstprivate(i)
    {
      int seen;
#pragma omp atomic write
      flags[i] = 1;
      do {
#pragma omp atomic read
        seen = flags[1 - i];
      } while (!seen);
      flags[3] += 1;
    }
  }
#pragma omp taskwait
#endif
  omp_target_free(flags, device);
  return 0;
}
