// Pragmas that compilers do not know are ignored: these are meant to be OpenMP's but for the last three.
void f(int n, double *a, double *b) {
  double sum = 0;
#pragma opm parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma openmp target map(tofrom: a[0:1])
#pragma OMP single
#pragma omp_parallel
#pragma omx parallel
#pragma acc parallel
#pragma GCC unroll 4
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
