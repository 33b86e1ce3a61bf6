static void league(int *x)
{
#pragma omp teams num_teams(2)
  {
#pragma omp distribute
    for (int i = 0; i < 8; i++)
      x[i] = i;
  }
}
int main(void)
{
  int x[8];
#pragma omp parallel num_threads(2)
  league(x);
  return x[0];
}
