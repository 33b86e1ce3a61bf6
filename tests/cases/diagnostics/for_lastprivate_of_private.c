int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel firstprivate(x)
  {
#pragma omp for lastprivate(x)
    for (int i = 0; i < 8; i++)
      x = a[i];
  }
  return x;
}
