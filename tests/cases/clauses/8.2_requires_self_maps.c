// gcc: no (a feature of 6.0)
// gpu: no (the emulated device has memory of its own, and is no device of such a program)
// flags: -fopenmp-version=60
// A program whose requirement the device meets runs there; on one that does not,
// the host runs its target regions (6.0 §10.5).
#include <stdio.h>
#pragma omp requires self_maps

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
