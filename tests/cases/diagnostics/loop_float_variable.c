int main(void)
{
  int a[8] = {0}, n = 8;
#pragma omp target parallel for map(a)
  for (float f = 0; f < 8; f++)
    a[(int)f] = 1;
  return a[0] + n;
}
