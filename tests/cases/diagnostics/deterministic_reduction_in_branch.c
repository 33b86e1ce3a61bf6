// flags: -fopenmp-targets=nvptx -fopenmp-deterministic-reductions
double sum(int n, const double *x)
{
  double s = 0;
#pragma omp target teams map(to: x[0:n]) map(tofrom: s)
  if (n > 3) {
#pragma omp distribute parallel for reduction(+: s)
    for (int i = 0; i < n; i++)
      s += x[i];
  }
  return s;
}
