// flags: -fopenmp-version=61
// OpenMP 6.1 §17.4, §6.4.7: flatten and fuse with depth need rectangular loops, as many as depth says.
void f(int n, int *x)
{
#pragma omp target map(x[0:n])
  {
#pragma omp flatten
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        x[i]++;
#pragma omp flatten apply(fused: reverse)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i]++;
#pragma omp parallel for collapse(2)
#pragma omp flatten
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i]++;
#pragma omp fuse depth(2)
    {
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          x[i]++;
      for (int i = 0; i < n; i++)
        x[i]++;
    }
#pragma omp fuse depth(2)
    {
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          x[i]++;
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          x[i]++;
    }
#pragma omp flatten
#pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}
