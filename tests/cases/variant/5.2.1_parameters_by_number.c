// flags: -fopenmp-version=60
// gcc: no (gcc-12 has no dispatch)
/* OpenMP 6.0 §5.2.1: adjust_args names parameters by number and by range. */
#include <stdio.h>
#include <omp.h>

void variant(int n, int *a, int *b, int *c, int *d);
#pragma omp declare variant(variant) match(construct = {dispatch}) adjust_args(need_device_ptr : 2, 4 : omp_num_args)
void base(int n, int *a, int *b, int *c, int *d) { n = a[0] = b[0] = c[0] = d[0]; }

void variant(int n, int *a, int *b, int *c, int *d)
{
#pragma omp target is_device_ptr(a, c, d)
  {
    a[0] = n;
    c[0] = n + 1;
    d[0] = n + 2;
  }
  b[0] = n + 3;
}

int main(void)
{
  int a[1] = {0}, b[1] = {0}, c[1] = {0}, d[1] = {0};
#pragma omp target data map(a, c, d)
  {
#pragma omp dispatch
    base(5, a, b, c, d);
  }
  puts(a[0] == 5 && b[0] == 8 && c[0] == 6 && d[0] == 7 ? "ok" : "adjusted arguments");
  return 0;
}
