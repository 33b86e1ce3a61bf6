int x;
void f(int *p, int k) {
#pragma omp parallel for
for (int j = 0; j < 9; j++) {
#pragma omp loop bind(parallel)
for (int i = 0; i < 9; i++) x++;
}
}
