// A scalar that is on the device already: the end of the construct copies nothing back.
int f1(void) { int x = 1;
#pragma omp target data map(to: x)
  {
#pragma omp target map(tofrom: x)
  x = 2;
  }
  return x; }
int f2(void) { int x = 1;
#pragma omp target enter data map(to: x)
#pragma omp target map(x)
  x = 2;
#pragma omp target exit data map(release: x)
  return x; }
// No warning: the end of the data region, an update, or always brings it back.
int g1(void) { int x = 1;
#pragma omp target data map(tofrom: x)
  {
#pragma omp target map(to: x)
  x = 2;
  }
  return x; }
int g2(void) { int x = 1;
#pragma omp target data map(to: x)
  {
#pragma omp target map(always, from: x)
  x = 2;
  }
  return x; }
int g3(void) { int x = 1;
#pragma omp target data map(to: x)
  {
#pragma omp target map(from: x)
  x = 2;
#pragma omp target update from(x)
  }
  return x; }
