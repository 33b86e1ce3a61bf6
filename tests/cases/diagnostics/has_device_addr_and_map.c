int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target has_device_addr(a) map(a)
  x = a[0] + *p;
  return x;
}
