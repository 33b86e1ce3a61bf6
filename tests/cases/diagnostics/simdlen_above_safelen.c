int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target simd simdlen(8) safelen(4)
  for (int i = 0; i < 8; i++)
    a[i] = i;
  return x;
}
