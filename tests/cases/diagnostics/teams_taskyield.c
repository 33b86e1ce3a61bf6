void f(int *x)
{
#pragma omp teams num_teams(2)
  {
#pragma omp taskyield
    (*x)++;
  }
}
