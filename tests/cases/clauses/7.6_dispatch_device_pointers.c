// gcc: no (gcc-12 has no dispatch)
// Arguments that are device pointers already are passed as they are (5.2 §7.6).
#include <omp.h>
#include <stdio.h>

static int got;
static void *seen;
static void variant(int *p) { got = 2; seen = p; }
#pragma omp declare variant(variant) match(construct = {dispatch}) adjust_args(need_device_ptr: p)
static void base(int *p) { got = 1; seen = p; }

int main(void)
{
  int x = 1, wrong = 0, *p = &x;
#pragma omp target data map(tofrom: x) use_device_ptr(p)
  {
#pragma omp dispatch is_device_ptr(p)
    base(p);
    wrong += got != 2 || seen != p;
  }
#pragma omp target data map(tofrom: x)
  {
    p = &x;
#pragma omp dispatch has_device_addr(wrong)
    base(p);
    wrong += got != 2;
#pragma omp dispatch
    base(p);
    wrong += got != 2 || (omp_get_num_devices() && seen != omp_get_mapped_ptr(&x, omp_get_default_device()));
  }
  puts(wrong ? "wrong" : "ok");
  return 0;
}
