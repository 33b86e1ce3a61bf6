int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target device(-3)
  x = a[0] + *p;
  return x;
}
