#pragma omp declare reduction(q : int[3] : omp_out += omp_in)
void f(int *p, int k) {
}
