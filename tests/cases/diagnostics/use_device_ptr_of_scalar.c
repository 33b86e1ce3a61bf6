int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target data map(a) use_device_ptr(x)
  x = a[0] + *p;
  return x;
}
