// flags: -fopenmp-version=61
// OpenMP 6.1 §17.4, §6.4.7: depth is a constant number of nested rectangular loops.
void f(int n, int *x)
{
#pragma omp flatten depth(n)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i]++;
#pragma omp flatten depth(0)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i]++;
#pragma omp flatten depth(3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i]++;
#pragma omp flatten
  for (int i = 0; i < n; i++) {
    x[0] = i;
    for (int j = 0; j < n; j++)
      x[i]++;
  }
#pragma omp tile sizes(2) depth(1)
  for (int i = 0; i < n; i++)
    x[i]++;
}
