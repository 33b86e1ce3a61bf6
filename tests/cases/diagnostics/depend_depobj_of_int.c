int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp task depend(depobj: x)
  a[0] = 1;
  return x + a[0];
}
