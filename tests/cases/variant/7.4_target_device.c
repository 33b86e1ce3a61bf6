// aarch64: no (names x86_64)
// gcc: no (gcc-12 does not know metadirective)
/* OpenMP 5.2 §7.1, §7.4: target_device asks for the traits of a device while the program runs. */
#include <stdio.h>
#include <omp.h>

static int choose(int device)
{
  int r = 0;
#pragma omp metadirective when(target_device = {device_num(device), kind(host)} : parallel num_threads(1) shared(r)) \
                          when(target_device = {device_num(device), kind(gpu)} : parallel num_threads(1) if(0)) otherwise(nothing)
  r = omp_in_parallel() * 0 + omp_get_level();
  return r;
}

static int fast(void) { return 2; }
#pragma omp declare variant(fast) match(target_device = {kind(cpu), arch(x86_64)})
static int plain(void) { return 1; }
#ifdef GPU
enum { LEVEL = 1, PLAIN = 1 };
#else
enum { LEVEL = 0, PLAIN = 2 };
#endif

int main(void)
{
  int host = choose(omp_get_initial_device()), device = choose(0), bad = 0;
  bad += host != 1 || device != (omp_get_num_devices() > 0 ? LEVEL : 1);
  bad += plain() != PLAIN;
  if (bad) return printf("%d %d %d\n", host, device, plain()), 1;
  puts("ok");
}
