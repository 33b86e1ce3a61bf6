int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for ordered
  for (int i = 0; i < 8; i++)
#pragma omp critical
#pragma omp ordered
    a[i] = i;
  return x + a[0];
}
