int i;
#pragma omp threadprivate(i)
void f(int n) {
#pragma omp for
  for (i = 0; i < n; i++) ;
}
