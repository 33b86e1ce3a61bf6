#pragma omp requires reverse_offload
void f(int n) {
#pragma omp target data device(ancestor: 1) map(n)
  ;
}
