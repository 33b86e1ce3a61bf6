#pragma omp requires reverse_offload
void f(int n) {
#pragma omp target device(ancestor: 1) depend(in: n) map(n)
  n++;
}
