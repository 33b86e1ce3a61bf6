// gcc: no (gcc-12 has no adjust_args)
// only: device
// adjust_args names the parameters of the declaration that it stands before, whatever they are called elsewhere.
#include <omp.h>
#include <stdio.h>
static int *seen_x, *seen_y;
void v(int *first, int *second) { seen_x = first; seen_y = second; }
void base(int *a, int *b);
#pragma omp declare variant(v) match(construct={dispatch}) adjust_args(need_device_ptr: q)
void base(int *p, int *q);
void base(int *b, int *a) { (void)a, (void)b; }
void w(int *p, int *q) { seen_x = p; seen_y = q; }
#pragma omp declare variant(w) match(construct={dispatch}) adjust_args(nothing: p) adjust_args(need_device_ptr: r)
void other(int *p, int *r);
void other(int *r, int *p) { (void)p, (void)r; }
int main(void) { int x[4] = {0}, y[4] = {0}, bad = 0, dev = omp_get_default_device();
  #pragma omp target data map(x, y)
  {
    #pragma omp dispatch
    base(x, y);
    bad |= seen_x != x || seen_y != omp_get_mapped_ptr(y, dev);
    #pragma omp dispatch
    other(x, y);
    bad |= (seen_x != x || seen_y != omp_get_mapped_ptr(y, dev)) * 2;
  }
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
