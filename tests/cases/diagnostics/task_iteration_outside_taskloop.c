// flags: -fopenmp-version=60
void f(int *p, int k) {
#pragma omp task_iteration
}
