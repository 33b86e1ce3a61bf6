int main(void)
{
  int x = 0;
#pragma omp target map(x)
  {
#pragma omp target update to(x)
    x = 1;
  }
  return x;
}
