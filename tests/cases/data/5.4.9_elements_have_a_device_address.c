// gcc: no (gcc-12 does not know has_device_addr)
// OpenMP 5.2 §5.4.9, §5.4.10: an element of an array in use_device_addr and has_device_addr is a section of one element.
#include <stdio.h>
static double g[3][4];
int main(void) {
  short x[2] = {0, 111}, *b = x; int bad=0;
#pragma omp target data map(tofrom: b[1]) use_device_addr(b[1])
#pragma omp target has_device_addr(b[1])
  b[1] = 222;
  bad += b[1] != 222;
  short y[4]={1,2,3,4};
#pragma omp target data map(tofrom: y) use_device_addr(y[2])
#pragma omp target has_device_addr(y[2])
  y[2] = 222;
  bad += y[2] != 222;
  int k = 2;
#pragma omp target data map(tofrom: g) use_device_addr(g[k][1])
#pragma omp target has_device_addr(g[k][1])
  g[k][1] = 3;
  bad += g[2][1] != 3;
  double (*r)[4] = g;
#pragma omp target data map(tofrom: r[0:3]) use_device_addr(r[1])
#pragma omp target has_device_addr(r[1])
  r[1][3] = 5;
  bad += g[1][3] != 5;
  puts(bad ? "wrong" : "ok");
  return bad;
}
