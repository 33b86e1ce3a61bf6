void f(int n, int *a) {
  int x = 0;
#pragma omp teams
#pragma omp distribute firstprivate(x) lastprivate(x)
  for (int i = 0; i < n; i++) x = i;
}
