int x;
void f(int *p, int k) {
#pragma omp for ordered(1)
for (int i = 0; i < 9; i++) {
#pragma omp ordered doacross(sink: i + 1)
x++;
#pragma omp ordered doacross(source:)
}
}
