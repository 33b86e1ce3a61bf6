// flags: -fopenmp-version=60
// only: device
// gcc: no (adjust_args)
// OpenMP 6.0 §9.6.2: need_device_ptr gives the device pointer of what is mapped, keeps what is a device pointer
// already, and passes NULL for what can be none.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void *got;

static void take_device(int *p) { got = p; }

#pragma omp declare variant(take_device) match(construct={dispatch}) adjust_args(need_device_ptr: p)
static void take(int *p) { got = p; }

static int failed;

static void expect(const char *what, int *arg, void *want)
{
#pragma omp dispatch
  take(arg);
  if (got == want)
    return;
  printf("%s: %p, not %p\n", what, got, want);
  failed = 1;
}

static int global[4];
#pragma omp declare target enter(global)

int main(void)
{
  int dev = omp_get_default_device(), a[8] = {0}, b[8];
  int *mine = omp_target_alloc(64, dev);
#pragma omp target enter data map(to: a)
  int *there = omp_get_mapped_ptr(a, dev), *there_too;
  expect("mapped", a + 3, there + 3);
  expect("not mapped", b, NULL);
  expect("null", NULL, NULL);
  expect("of omp_target_alloc", mine, mine);
  expect("in that block", mine + 15, mine + 15);
  expect("the device's own address", there + 7, there + 7);
#pragma omp target data use_device_addr(global)
  there_too = global;
  expect("declare target", there_too + 1, there_too + 1);
  expect("its host address", global + 1, there_too + 1);
#pragma omp dispatch is_device_ptr(there)
  take(there);
  omp_target_free(mine, dev);
  expect("freed", mine, NULL);
#pragma omp target exit data map(release: a)
  expect("no longer mapped", a, NULL);
  omp_set_default_device(omp_get_initial_device());
  expect("on the host", b, b);
  puts(failed ? "failed" : "ok");
  return failed;
}
