int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel
#pragma omp atomic hint(3)
  x++;
  return x + a[0];
}
