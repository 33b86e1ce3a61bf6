int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp target map(x, a)
#pragma omp parallel
  {
#pragma omp section
    x = 1;
  }
  return x + a[0];
}
