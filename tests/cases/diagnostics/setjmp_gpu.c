// flags: -fopenmp-targets=nvptx
int f(void) {
  int r = 0;
  void *words[5];
#pragma omp target map(tofrom: r)
  r = __builtin_setjmp(words);
  return r;
}
