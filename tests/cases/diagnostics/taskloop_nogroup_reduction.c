int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp taskloop nogroup reduction(+ : x)
  for (int i = 0; i < 8; i++)
    x += i;
  return x + a[0];
}
