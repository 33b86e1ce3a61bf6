void f(int *p, int k) {
#pragma omp task depend(in: omp_all_memory)
;
}
