// memcpy in a kernel copies more than there is.
#include <stdio.h>
#include <string.h>

#ifdef MISTAKE
#define COUNT 13
#else
#define COUNT 12
#endif

int main(void) {
  int a[16], b[12];
  for (int i = 0; i < 16; i++)
    a[i] = i;
#pragma omp target map(to: a) map(from: b)
  memcpy(b, a, COUNT * sizeof *a);
  puts(b[11] == 11 ? "ok" : "wrong");
  return 0;
}
