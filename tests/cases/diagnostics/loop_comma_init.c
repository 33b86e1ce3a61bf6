int main(void)
{
  int a[8] = {0}, n = 8;
#pragma omp target parallel for map(a)
  for (int i = 0, j = 0; i < 8; i++)
    a[i] = j;
  return a[0] + n;
}
