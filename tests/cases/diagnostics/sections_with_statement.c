// known-failure: the host compiler finds it, not ompcc
int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp target map(x, a)
#pragma omp parallel
  {
#pragma omp sections
    {
      x = 1;
#pragma omp section
      x = 2;
      x = 3;
    }
  }
  return x + a[0];
}
