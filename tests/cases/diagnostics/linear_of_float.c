int main(void)
{
  double d = 0;
#pragma omp target map(d)
#pragma omp simd linear(d: 1)
  for (int i = 0; i < 8; i++)
    d += 1;
  return (int)d;
}
