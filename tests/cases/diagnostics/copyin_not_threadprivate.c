int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel copyin(x)
  a[0] = x;
  return x + a[0];
}
