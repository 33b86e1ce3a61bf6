int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp error severity(bad)
  return x + a[0];
}
