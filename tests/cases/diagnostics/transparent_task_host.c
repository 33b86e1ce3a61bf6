// flags: -fopenmp-version=60
void update(int *n);
void f(int n)
{
#pragma omp taskloop transparent
#pragma omp tile sizes(4)
  for (int i = 0; i < n; i++) {
#pragma omp task depend(out: n)
    update(&n);
  }
}
