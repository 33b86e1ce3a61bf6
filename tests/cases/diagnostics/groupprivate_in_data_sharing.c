// flags: -fopenmp-version=60
int g;
#pragma omp groupprivate(g)
void f(int n) {
#pragma omp parallel for linear(g)
  for (int i = 0; i < n; i++)
    ;
#pragma omp parallel for lastprivate(g)
  for (int i = 0; i < n; i++)
    g = i;
}
