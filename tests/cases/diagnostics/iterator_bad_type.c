int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp task depend(iterator(double k = 0 : 8), in : a[0])
  a[0] = 1;
  return x + a[0];
}
