int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp task
#pragma omp masked
  x = 1;
  return x + a[0];
}
