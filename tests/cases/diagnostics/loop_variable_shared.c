int main(void)
{
  int a[8] = {0}, i;
#pragma omp target map(a)
#pragma omp parallel for shared(i)
  for (i = 0; i < 8; i++)
    a[i] = i;
  return a[0];
}
