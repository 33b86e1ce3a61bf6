int main(void)
{
  int c = 0;
#pragma omp parallel for collapse(3) reduction(+ : c)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 2 * i; j++)
      for (int k = i; k < j; k++)
        c++;
#pragma omp target teams distribute parallel for collapse(3) reduction(+ : c)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < i + j; k++)
        c++;
  return c;
}
