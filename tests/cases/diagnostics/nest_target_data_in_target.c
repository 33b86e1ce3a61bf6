int main(void)
{
  int x = 0;
#pragma omp target map(x)
  {
#pragma omp target data map(x)
    x = 1;
  }
  return x;
}
