void f(int *p)
{
#pragma omp target teams num_teams(2, 3) map(from: p[0:1])
  p[0] = 1;
#pragma omp target teams num_teams(2: 3, 4) map(from: p[0:1])
  p[0] = 1;
}
