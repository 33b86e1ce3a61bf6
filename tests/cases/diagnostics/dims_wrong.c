// flags: -fopenmp-version=61
// OpenMP 6.1: the modifier dims says how many sizes its clause lists.
void f(int n, int *x)
{
#pragma omp target teams num_teams(dims(3): 2, n) thread_limit(dims(2): 4, 4, 4)
  x[0] = 1;
#pragma omp parallel num_threads(dims(n): 2, 2)
  x[1] = 1;
#pragma omp parallel num_threads(dims(0): 2)
  x[2] = 1;
#pragma omp parallel num_threads(dims(4): 1, 2, 3, 4)
  x[3] = 1;
#pragma omp target teams num_teams(2, dims(2): 2, 2)
  x[4] = 1;
#pragma omp parallel num_threads(dims(2): 2, -1)
  x[5] = 1;
#pragma omp target teams num_teams(2, 2)
  x[6] = 1;
#pragma omp parallel num_threads(dims: 2)
  x[7] = 1;
}
