int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel
  {
#pragma omp critical(name) hint(1)
    x++;
#pragma omp critical(name) hint(2)
    x--;
  }
  return x + a[0];
}
