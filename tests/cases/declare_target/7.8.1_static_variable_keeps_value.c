// only: device
#include <stdio.h>

#pragma omp declare target
static int calls;
static int next(void) { return ++calls; }
#pragma omp end declare target

int main(void)
{
  int r = 0;
  for (int i = 0; i < 3; i++) {
#pragma omp target map(from: r)
    r = next();
  }
  puts(r == 3 && calls == 0 ? "ok" : "a static variable on the device");
  return 0;
}
