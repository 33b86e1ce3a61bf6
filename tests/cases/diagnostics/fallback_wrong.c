// flags: -fopenmp-version=61
// OpenMP 6.1: the fallbacks of use_device_ptr and need_device_ptr, and what num_threads may not have together.
void fv(int *p, int *q);
#pragma omp declare variant(fv) match(construct={dispatch}) adjust_args(need_device_ptr(fb_nulify): p)
void f(int *p, int *q);
#pragma omp declare variant(fv) match(construct={dispatch}) adjust_args(need_device_ptr(): p)
void g(int *p, int *q);
#pragma omp declare variant(fv) match(construct={dispatch}) adjust_args(need_device_ptr(1, 2): p)
void h(int *p, int *q);
void k(int *p, int *q)
{
#pragma omp target data map(p[0:4]) use_device_ptr(fb_nullify, fb_preserve: p)
  ;
#pragma omp target data map(p[0:4]) use_device_ptr(fb_nulify: p)
  ;
#pragma omp target data map(p[0:4]) use_device_addr(fb_nullify: p)
  ;
#pragma omp parallel num_threads(relaxed, strict: 4)
  ;
}
