int f(void) {
  int r = 0;
#pragma omp target map(tofrom: r)
  r = __builtin_apply_args();
  return r;
}
