int f(int n) {
  int r = 0;
  typedef int row[n];
#pragma omp target map(tofrom: r)
  {
    row x;
    x[0] = 1;
    r = x[0] + sizeof(row);
  }
  return r;
}
