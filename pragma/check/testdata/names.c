int a[10], x, n;
void names(void) {
#pragma omp paralel
  { }
#pragma omp parallel fro
  for (int i = 0; i < 10; i++) { }
#pragma omp target tems distribute
  { }
#pragma omp xyzzy
  { }
#pragma omp
#pragma omp parallel do
  { }
#pragma omp workshare
  { }
#pragma omp target mapp(tofrom: a)
  { }
#pragma omp target map(tofrom: a) extra
  { }
#pragma omp target num_threads(4)
  { }
#pragma omp barrier nowait
#pragma omp barrier foo(
#pragma omp parallel private(x]
  { }
#pragma omp parallel private(x))
  { }
#pragma omp parallel +
  { }
#pragma omp target data_map(x)
  { }
#pragma omp parallel message("oops)
  { }
#pragma omp target update
#pragma omp target enter data
#pragma omp target data device(0)
  { }
#pragma omp cancel
#pragma omp cancel fro
#pragma omp critical (a+b)
  { }
}
