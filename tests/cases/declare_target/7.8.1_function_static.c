// only: device
#include <stdio.h>

#pragma omp declare target
static int next(void)
{
  static int n = 10;
  return n++;
}
#pragma omp end declare target

int main(void)
{
  int r[3];
  for (int i = 0; i < 3; i++) {
#pragma omp target map(from: r[i:1])
    r[i] = next();
  }
  puts(r[0] == 10 && r[1] == 11 && r[2] == 12 ? "ok" : "a static variable of a device function");
  return 0;
}
