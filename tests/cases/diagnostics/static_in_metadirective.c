int f(int n) {
  int r = 0;
#pragma omp metadirective when(user={condition(n > 1)}: parallel num_threads(1)) otherwise(nothing)
  {
    static int calls;
    r = ++calls;
  }
  return r;
}
