int f(int n) {
  int r = 0;
#pragma omp target map(tofrom: r)
  {
#pragma omp metadirective when(target_device={device_num(n)}: parallel) otherwise(nothing)
    r = 1;
  }
  return r;
}
