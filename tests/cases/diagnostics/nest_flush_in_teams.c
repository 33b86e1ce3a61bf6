int main(void)
{
  int x = 0;
#pragma omp target teams num_teams(2) map(tofrom: x)
  {
#pragma omp flush
    x = 1;
  }
  return x;
}
