int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < i * i; j++)
      a[i] = j;
  return x + a[0];
}
