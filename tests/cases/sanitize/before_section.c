// The stencil's first iteration reads in front of the section.
#include <stdio.h>

#ifdef MISTAKE
#define FIRST 10
#else
#define FIRST 11
#endif

int main(void) {
  float x[64], y[64];
  for (int i = 0; i < 64; i++)
    x[i] = (float)i, y[i] = 0;
#pragma omp target teams distribute parallel for map(to: x[10:50]) map(tofrom: y)
  for (int i = FIRST; i < 59; i++)
    y[i] = x[i - 1] + x[i + 1];
  puts(y[20] == 40 ? "ok" : "wrong");
  return 0;
}
