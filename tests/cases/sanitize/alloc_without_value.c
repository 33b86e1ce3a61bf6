// map(alloc:) gives storage, but no values.
#include <stdio.h>

#ifdef MISTAKE
#define TYPE alloc
#else
#define TYPE to
#endif

int main(void) {
  int x[32], sum = 0;
  for (int i = 0; i < 32; i++)
    x[i] = 1;
#pragma omp target data map(TYPE: x)
#pragma omp target map(tofrom: sum)
  for (int i = 0; i < 32; i++)
    sum += x[i];
  puts(sum == 32 ? "ok" : "wrong");
  return 0;
}
