int main(void)
{
  int a[8] = {0};
#pragma omp target data map(a[0:4])
  {
#pragma omp target map(a[4:4])
    a[5] = 1;
  }
  return a[0];
}
