int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel reduction(+ : x)
  {
#pragma omp for firstprivate(x)
    for (int i = 0; i < 8; i++)
      a[i] = x;
  }
  return x;
}
