int main(void)
{
  int a[8] = {0}, *p = a;
#pragma omp simd aligned(p : 12)
  for (int i = 0; i < 8; i++)
    p[i] = i;
  return a[0];
}
