// flags: -fopenmp-version=60
void f(int *p, int n) {
#pragma omp target map(ref_ptee, tofrom: p[0:n])
  p[0] = 1;
#pragma omp target enter data map(ref_ptr, to: p[0:n])
#pragma omp target exit data map(ref_ptr_ptee, from: p[0:n])
}
