// aarch64: no (names x86_64)
// gcc: no (gcc-12 does not know the extension)
/* LLVM's properties of the selector extension: match_any, of which one property suffices,
 * match_none, of which none may hold, and disable_implicit_base. */
#include <stdio.h>
#include <omp.h>

static int any(void) { return 1; }
#pragma omp begin declare variant match(device={arch(nvptx64, amdgcn, x86_64)}, implementation={extension(match_any)})
static int any(void) { return 2; }
#pragma omp end declare variant

static int none(void) { return 10; }
#pragma omp begin declare variant match(device={kind(host)}, implementation={vendor(nobody), extension(match_none)})
static int none(void) { return 20; }
#pragma omp end declare variant

static int no(void) { return 100; }
#pragma omp begin declare variant match(device={arch(ppc64, arm)}, implementation={extension(match_any)})
static int no(void) { return 200; }
#pragma omp end declare variant

static int all(void) { return 1000; }
#pragma omp begin declare variant match(device={kind(any)}, implementation={extension(match_all, allow_templates)})
static int all(void) { return 2000; }
#pragma omp end declare variant

#pragma omp begin declare variant match(device={kind(nohost, host)}, implementation={extension(match_any, disable_implicit_base)})
static int without_base(void) { return 1; }
#pragma omp end declare variant

static int construct(void) { return 10000; }
#pragma omp begin declare variant match(construct={teams, parallel}, implementation={extension(match_any)})
static int construct(void) { return 20000; }
#pragma omp end declare variant

/* A score is a trait selector's, however many of its properties hold (OpenMP 5.2 §7.3). */
static int fifteen(void) { return 15; }
static int ten(void) { return 10; }
#pragma omp declare variant(ten) match(implementation={vendor(score(10): ompcc, llvm, gnu), extension(match_any)})
#pragma omp declare variant(fifteen) match(implementation={vendor(score(15): ompcc)}, user={condition(1)})
static int scored(void) { return 0; }
static int several(void) { return 20; }
#pragma omp declare variant(several) match(implementation={vendor(score(10): ompcc), extension(match_any)}, user={condition(score(10): 1)})
#pragma omp declare variant(fifteen) match(implementation={vendor(score(15): ompcc)}, user={condition(2)})
static int summed(void) { return 0; }

static int host_threads(int n)
{
  int r = 0;
#pragma omp metadirective when(target_device={kind(gpu, fpga)}, user={condition(n > 1)}, implementation={extension(match_any)}: parallel num_threads(3)) \
                          otherwise(parallel num_threads(2))
  {
#pragma omp single
    r = omp_get_num_threads();
  }
  return r;
}

static int threads(int n, int m)
{
  int r = 0;
#pragma omp metadirective when(user={condition(n > m)}, implementation={vendor(nobody), extension(match_any)}: parallel num_threads(3)) \
                          otherwise(parallel num_threads(2))
  {
#pragma omp single
    r = omp_get_num_threads();
  }
  return r;
}

int main(void)
{
  int on_device = 0, parallel = 0, device = 0;
#pragma omp target map(from: on_device, parallel, device)
  {
    device = !omp_is_initial_device();
    on_device = any() + none() + no() + all() + construct();
#pragma omp parallel num_threads(2)
#pragma omp single
    parallel = construct();
  }
  int want = 2 + (device ? 20 : 10) + 100 + 2000 + 10000;
  int here = any() + none() + no() + all() + construct();
  int one = threads(1, 2), two = threads(2, 1), gpu = host_threads(1), three = host_threads(2);
  if (on_device != want || parallel != 20000) printf("on the device: %d %d, want %d 20000\n", on_device, parallel, want);
  else if (here != 2 + 10 + 100 + 2000 + 10000) printf("on the host: %d\n", here);
  else if (one != 2 || two != 3) printf("threads: %d %d\n", one, two);
#ifdef GPU
  else if (gpu != 3 - (omp_get_num_devices() == 0) || three != 3) printf("host threads: %d %d\n", gpu, three);
#else
  else if (gpu != 2 || three != 3) printf("host threads: %d %d\n", gpu, three);
#endif
  else if (scored() != 15 || summed() != 20) printf("scores: %d %d\n", scored(), summed());
  else printf("ok\n");
  return 0;
}
