int main(void)
{
  int a[4] = {0};
#pragma omp target map(inout: a)
  a[0] = 1;
  return a[0];
}
