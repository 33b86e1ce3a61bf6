int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for collapse(2)
  for (int i = 1; i < 8; i++)
    for (int j = 0; j < 8; j += i)
      a[i] = j;
  return x + a[0];
}
