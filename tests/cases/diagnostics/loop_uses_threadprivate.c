int t;
#pragma omp threadprivate(t)
void f(int *p, int k) {
#pragma omp parallel
#pragma omp loop bind(parallel)
for (int i = 0; i < 9; i++) t += i;
}
