int main(void)
{
  int a[8] = {0}, n = 8;
#pragma omp target parallel for map(a)
  for (int i = 0;; i++)
    a[i] = i;
  return a[0] + n;
}
