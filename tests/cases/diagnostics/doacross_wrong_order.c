int x;
void f(int *p, int k) {
#pragma omp for ordered(2)
for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) {
#pragma omp ordered doacross(sink: j - 1, i)
x++;
#pragma omp ordered doacross(source:)
}
}
