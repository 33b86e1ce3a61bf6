// flags: -fopenmp-version=60
int x;
void f(int *p, int k) {
#pragma omp parallel
#pragma omp for reduction(original(nonsense), +: x)
for (int i = 0; i < 9; i++) x++;
}
