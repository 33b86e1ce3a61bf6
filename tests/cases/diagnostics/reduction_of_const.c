int main(void)
{
  const int k = 0;
  int x = 0;
#pragma omp target parallel reduction(+: k)
  x = k;
  return x;
}
