// gcc: no (gcc-12 takes no sections there)
// Sections and members of structures in use_device_addr and has_device_addr.
#include <stdio.h>
int main(void) { int a[10], b[4][5], bad = 0; for (int i = 0; i < 10; i++) a[i] = i; for (int i = 0; i < 20; i++) b[i / 5][i % 5] = i;
  struct { int x, y[3]; } s = {1, {2, 3, 4}};
  #pragma omp target data map(a, b, s) use_device_addr(a[3:2], b[1:2], s)
  {
    #pragma omp target has_device_addr(a[3:2], b[1:2], s) map(tofrom: bad)
    { bad |= a[3] != 3 || a[4] != 4 || b[1][2] != 7 || b[2][4] != 14 || s.y[1] != 3; a[3] = 33; b[2][0] = 99; s.y[2] = 5; }
  }
  bad |= (a[3] != 33 || b[2][0] != 99 || s.y[2] != 5) * 2;
  int *p = a, k = 6;
  #pragma omp target data map(p[k:2]) use_device_addr(p[k:2])
  #pragma omp target is_device_ptr(p) 
  p[k] = 66;
  bad |= (a[6] != 66) * 4;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
