int x;
void f(int *p, int k) {
int j = 0;
#pragma omp for ordered(1)
for (int i = 0; i < 9; i++) {
#pragma omp ordered doacross(sink: j - 1)
x++;
#pragma omp ordered doacross(source:)
}
}
