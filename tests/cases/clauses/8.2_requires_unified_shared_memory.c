// gcc: no (gcc-12 does not implement the requirement)
// gpu: no (the emulated device has memory of its own, and is no device of such a program)
// A program whose requirement the device meets runs there; on one that does not,
// the host runs its target regions (5.2 §8.2).
#include <stdio.h>
#pragma omp requires unified_shared_memory

int main(void)
{
  int a[16], wrong = 0;
  for (int i = 0; i < 16; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < 16; i++)
    a[i] *= 3;
  for (int i = 0; i < 16; i++)
    wrong += a[i] != 3 * i;
  puts(wrong ? "wrong" : "ok");
  return 0;
}
