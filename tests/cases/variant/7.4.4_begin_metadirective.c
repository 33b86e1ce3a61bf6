// gcc: no (gcc-12 does not know begin metadirective)
// begin metadirective: the delimited directive that is chosen replaces it, and its end directive the end.
#include <stdio.h>

#pragma omp begin metadirective when(implementation = {vendor(nobody)} : nothing) otherwise(begin declare target)
int table[4] = {1, 2, 3, 4};
int get(int i) { return table[i]; }
#pragma omp end metadirective

#pragma omp begin metadirective when(user = {condition(1)} : nothing) otherwise(begin declare target)
int plain;
#pragma omp end metadirective

#pragma omp begin metadirective when(user = {condition(sizeof(long) == 8)} : begin assumes no_openmp_routines)
int square(int x) { return x * x; }
#pragma omp end metadirective

int main(void) {
  int s = 0;
  table[1] = 20;
#pragma omp target update to(table)
#pragma omp target map(tofrom : s)
  for (int i = 0; i < 4; i++)
    s += square(get(i));
  if (s != 1 + 400 + 9 + 16)
    return printf("%d\n", s), 1;
  plain = 1;
  printf("ok\n");
}
