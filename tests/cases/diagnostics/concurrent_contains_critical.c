int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for order(concurrent)
  for (int i = 0; i < 8; i++)
#pragma omp critical
    x += i;
  return x + a[0];
}
