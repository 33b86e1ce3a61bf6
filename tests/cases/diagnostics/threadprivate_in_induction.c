// flags: -fopenmp-version=60
int t;
#pragma omp threadprivate(t)
void f(int n) {
#pragma omp parallel for induction(step(1), +: t)
  for (int i = 0; i < n; i++)
    ;
}
