// The data leaves the device before its last use.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = 50, sum = 0, *p = malloc(50 * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma omp target enter data map(to: p[0:n])
#ifdef MISTAKE
#pragma omp target exit data map(delete: p[0:n])
#endif
#pragma omp target map(tofrom: sum)
  for (int i = 0; i < n; i++)
    sum += p[i];
#ifndef MISTAKE
#pragma omp target exit data map(delete: p[0:n])
#endif
  puts(sum == 1225 ? "ok" : "wrong");
  free(p);
  return 0;
}
