// flags: -fopenmp-version=60
// gcc: no (storage, delete as a modifier and omitted map types are 6.0's)
// OpenMP 6.0 §7.9.1, §7.9.6: storage, the map type at any place and omitted beside modifiers, delete as a modifier,
// and what enter and exit data make of the types.
#include <omp.h>
#include <stdio.h>
int main(void) {
  int d = omp_get_default_device();
  int a[8], b[8], n = 8, bad = 0;
  for (int i = 0; i < 8; i++) a[i] = i, b[i] = 0;
  #pragma omp target enter data map(storage: a)
  if (d != omp_get_initial_device() && !omp_target_is_present(a, d)) bad++, puts("not present");
  #pragma omp target map(tofrom, always: a) 
  for (int i = 0; i < 8; i++) a[i] += 1;
  if (a[7] != 8) bad++, puts("always at end");
  #pragma omp target map(always, present: a)
  for (int i = 0; i < 8; i++) a[i] += 1;
  if (a[7] != 9) bad++, printf("always, default type: %d\n", a[7]);
  #pragma omp target map(close, from, always: a[0:n])
  for (int i = 0; i < 8; i++) a[i] = 3;
  if (a[7] != 3) bad++, puts("close, from, always");
  #pragma omp target exit data map(delete: a)
  if (d != omp_get_initial_device() && omp_target_is_present(a, d)) bad++, puts("still present");
  #pragma omp target enter data map(a)
  #pragma omp target enter data map(to: a)
  #pragma omp target exit data map(delete, storage: a)
  if (d != omp_get_initial_device() && omp_target_is_present(a, d)) bad++, puts("still present 2");
  #pragma omp target enter data map(a)
  #pragma omp target
  a[2] = 99;
  #pragma omp target exit data map(delete, from: a)
  if (a[2] != 99) bad++, printf("delete, from %d\n", a[2]);
  #pragma omp target enter data map(a)
  #pragma omp target
  a[2] = 98;
  #pragma omp target exit data map(a)
  if (a[2] != 98) bad++, printf("exit default from %d\n", a[2]);
  if (d != omp_get_initial_device() && omp_target_is_present(a, d)) bad++, puts("still present 3");
  #pragma omp target data map(tofrom: b)
  #pragma omp target map(iterator(i = 0:4), tofrom: b[2*i:1])
  { b[0] = 1; b[2] = 1; b[4] = 1; b[6] = 1; }
  if (b[0] + b[2] + b[4] + b[6] != 4) bad++, puts("iterator");
  #pragma omp target data map(storage: b)
  {
    #pragma omp target
    b[1] = 5;
    #pragma omp target update from(b[1])
  }
  if (b[1] != 5) bad++, puts("storage data");
  if (!bad)
    puts("ok");
  return bad;
}
