int main(void)
{
  int a[8] = {0}, n = 8;
#pragma omp target parallel for map(a)
  while (n > 0)
    n--;
  return a[0] + n;
}
