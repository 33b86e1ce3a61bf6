// gcc: no (gcc-12 does not know the modifier)
// gpu: no (the emulated device has memory of its own: an error at run time)
// remote: no (it has memory of its own: an error at run time)
// The storage is the host's: what the kernel writes is there without a copy back,
// and pointers need no translation (6.0 §7.9.6).
#include <omp.h>
#include <stdio.h>

struct list { struct list *next; int v[4]; };

int main(void)
{
  int a[16], *where = 0, host = omp_get_num_devices() == 0;
  struct list two = {0, {3, 4}}, one = {&two, {1, 2}}, *next = &two;
  for (int i = 0; i < 16; i++)
    a[i] = i;
#pragma omp target map(self, to: a) map(self: one, two) map(from: where)
  {
    where = &a[3];
    for (int i = 0; i < 16; i++)
      a[i] += 100;
    next->v[0] = one.v[1] + 5;
  }
  int wrong = where != &a[3] || two.v[0] != 7 || one.next != &two;
  for (int i = 0; i < 16; i++)
    wrong += a[i] != 100 + i;
#pragma omp target enter data map(self, to: a)
  wrong += !host && omp_get_mapped_ptr(a, 0) != a;
#pragma omp target exit data map(delete: a)
  wrong += !host && omp_target_is_present(a, 0);
  puts(wrong ? "wrong" : "ok");
  return 0;
}
