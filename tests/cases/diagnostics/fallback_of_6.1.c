// flags: -fopenmp-version=60 -Wopenmp-extension
// What 6.1 adds to clauses of 6.0 is accepted with a warning; what 6.0 adds to dispatch is of 6.0.
void fv(int *p);
#pragma omp declare variant(fv) match(construct={dispatch}) adjust_args(need_device_ptr(fb_preserve): p)
void f(int *p);
void g(int *p)
{
#pragma omp target data map(p[0:4]) use_device_ptr(fb_nullify: p)
  ;
#pragma omp parallel num_threads(relaxed: 4)
  ;
}
