int x;
void f(int *p, int k) {
#pragma omp task affinity(x + 1)
;
}
