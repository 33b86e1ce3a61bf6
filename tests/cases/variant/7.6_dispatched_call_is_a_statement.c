// gcc: no (gcc-12 does not know append_args)
// flags: -Wall -Wextra -Werror
// A call that gets interoperability objects may be a statement: its result is not missed.
#include <omp.h>
#include <stdio.h>

static int called;
static int add_variant(int n, int *a, omp_interop_t o)
{
  called += o == omp_interop_none ? 10 : 1;
#pragma omp target parallel for is_device_ptr(a)
  for (int i = 0; i < n; i++)
    a[i]++;
  return n;
}
#pragma omp declare variant(add_variant) match(construct = {dispatch}) adjust_args(need_device_ptr: a) append_args(interop(target))
static int add(int n, int *a)
{
  for (int i = 0; i < n; i++)
    a[i]++;
  return -n;
}

int main(void)
{
  int a[4] = {0}, r = 0, no = 1;
#pragma omp target data map(tofrom: a)
  {
#pragma omp dispatch
    add(4, a);
#pragma omp dispatch novariants(!no)
    add(4, a);
#pragma omp dispatch
    r = add(4, a);
  }
  printf("%d %d %d\n", a[3], r, called >= 3);
  return 0;
}
