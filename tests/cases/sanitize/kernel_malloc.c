// Memory that a kernel allocates is used after it is freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int got = 0;
#pragma omp target map(tofrom: got)
  {
    int *a = calloc(4, sizeof *a);
    a[1] = 5;
#ifdef MISTAKE
    free(a);
    got = a[1];
#else
    got = a[1];
    free(a);
#endif
  }
  puts(got == 5 ? "ok" : "wrong");
  return 0;
}
