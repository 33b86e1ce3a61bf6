int main(void)
{
  int x = 0;
#pragma omp target map(x)
  {
    x = 1;
#pragma omp teams
    x = 2;
  }
  return x;
}
