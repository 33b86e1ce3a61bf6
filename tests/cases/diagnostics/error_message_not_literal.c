int x;
void f(int *p, int k) {
const char *m = "x";
#pragma omp error at(compilation) message(m) severity(warning)
}
