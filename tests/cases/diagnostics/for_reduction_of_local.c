int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel
  {
    int y = 0;
#pragma omp for reduction(+ : y)
    for (int i = 0; i < 8; i++)
      y += a[i];
  }
  return x;
}
