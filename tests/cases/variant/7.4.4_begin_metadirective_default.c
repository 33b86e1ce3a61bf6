// gcc: no (gcc-12 does not know begin metadirective)
// OpenMP 5.2 §7.4.4: the deprecated default clause of begin metadirective means otherwise.
#include <stdio.h>

#pragma omp begin metadirective when(implementation = {vendor(nobody)} : nothing) default(begin declare target)
static int table[3] = {5, 6, 7};
static int get(int i) { return table[i]; }
#pragma omp end metadirective

int main(void) {
  int s = 0;
  #pragma omp target map(tofrom: s)
  for (int i = 0; i < 3; i++)
    s = s * 10 + get(i);
  if (s != 567)
    return printf("%d\n", s), 1;
  printf("ok\n");
}
