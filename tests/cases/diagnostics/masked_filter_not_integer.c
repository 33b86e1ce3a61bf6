int main(void)
{
  int x = 0;
#pragma omp target parallel map(x)
  {
#pragma omp masked filter(1.5)
    x = 1;
  }
  return x;
}
