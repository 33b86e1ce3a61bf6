int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for order(concurrent) ordered
  for (int i = 0; i < 8; i++)
    a[i] = i;
  return x + a[0];
}
