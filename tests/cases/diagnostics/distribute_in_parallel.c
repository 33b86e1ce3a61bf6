int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp target teams map(a)
#pragma omp parallel
#pragma omp distribute
  for (int i = 0; i < 8; i++)
    a[i] = i;
  return x + a[0];
}
