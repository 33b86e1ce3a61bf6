int main(void)
{
  int a[8] = {0}, n = 8;
#pragma omp target parallel for map(a)
  for (int i = 0; i < 8; i += 0)
    a[i] = 1;
  return a[0] + n;
}
