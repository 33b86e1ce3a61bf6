// flags: -fopenmp-version=60
void f(int n) {
#pragma omp parallel
#pragma omp single
#pragma omp task depend(out: n) transparent
  n++;
}
