// flags: -fopenmp-version=60
// OpenMP 6.0 §11.1: an apply clause selects generated loops by their numbers.
void f(int n, int *a)
{
#pragma omp split counts(2, omp_fill) apply(split(3): reverse)
  for (int i = 0; i < n; i++)
    a[i]++;
}
