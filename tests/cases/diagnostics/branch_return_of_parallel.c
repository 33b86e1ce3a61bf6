int main(void)
{
  int x = 0;
#pragma omp target map(x)
#pragma omp parallel
  {
    return 1;
  }
  return x;
}
