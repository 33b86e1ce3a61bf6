int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp task priority(-1)
  x = 1;
  return x + a[0];
}
