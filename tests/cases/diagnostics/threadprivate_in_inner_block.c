void f(void) {
  static int t;
  {
#pragma omp threadprivate(t)
    t = 1;
  }
}
