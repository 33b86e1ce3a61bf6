// flags: -fopenmp-targets=nvptx
int f(void) {
  int r = 0;
#pragma omp target map(tofrom: r)
  {
    static _Thread_local int t;
    r = t++;
  }
  return r;
}
