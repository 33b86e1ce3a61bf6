int f(void) {
  int r = 0;
#pragma omp target map(tofrom: r)
  {
    double d;
    r = __builtin_add_overflow(1, 2, &d);
  }
  return r;
}
