int x;
void f(int *p, int k) {
#pragma omp target update to(([3][3]) x)
}
